package io.seckill.service.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as MySQL holds it; the schema says what each column means. */
record OrderRow(
        long id,
        long activityId,
        long userId,
        int quantity,
        int status,
        @Nullable CloseReason closeReason,
        Instant acceptedAt,
        @Nullable Instant payBefore,
        int returnState) {

    static final int PENDING_PAYMENT = 0;
    static final int PAID = 1;
    static final int CANCELLED = 2;

    /** Values of {@code returnState}: what Redis has yet to hear of the order. */
    static final int OWES_NOTHING = 0;

    static final int OWES_UNITS = 1;
    static final int UNITS_RETURNED = 2;
    static final int OWES_PAID_NOTE = 3;

    boolean isCancelled() {
        return status == CANCELLED;
    }

    OrderView view() {
        OrderStatus shown = switch (status) {
            case PENDING_PAYMENT -> OrderStatus.PENDING_PAYMENT;
            case PAID -> OrderStatus.PAID;
            case CANCELLED -> OrderStatus.CANCELLED;
            default -> throw new IllegalStateException("order " + id + " has the unknown status " + status);
        };
        return new OrderView(
                id,
                activityId,
                userId,
                quantity,
                shown,
                acceptedAt,
                shown == OrderStatus.PENDING_PAYMENT ? payBefore : null,
                closeReason,
                null);
    }
}
