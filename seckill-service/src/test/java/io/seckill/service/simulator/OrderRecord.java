package io.seckill.service.simulator;

import io.seckill.service.order.CloseReason;
import java.time.Instant;

/** A row of seckill_order. */
public record OrderRecord(
        long id,
        long activityId,
        long userId,
        int quantity,
        int status,
        CloseReason closeReason,
        long seq,
        long epoch,
        Instant acceptedAt,
        Instant payBefore,
        int returnState) {

    public static final int PENDING = 0;
    public static final int PAID = 1;
    public static final int CANCELLED = 2;

    public String key() {
        return key(id);
    }

    public static String key(long id) {
        return "order:" + id;
    }

    /** {@return the unique key that live orders have} */
    public String liveKey() {
        return "live:" + activityId + ":" + userId;
    }

    /** {@return whether Redis has yet to hear that it is cancelled or paid} */
    boolean owesRedis() {
        return returnState == 1 || returnState == 3;
    }

    boolean isLive() {
        return status != CANCELLED;
    }

    public OrderRecord with(int status, CloseReason closeReason, int returnState) {
        return new OrderRecord(
                id, activityId, userId, quantity, status, closeReason, seq, epoch, acceptedAt, payBefore, returnState);
    }
}
