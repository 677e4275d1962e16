package io.seckill.admin.order;

import io.seckill.service.order.CloseReason;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order.
 *
 * @param orderId its id
 * @param activityId the activity it is of
 * @param userId its buyer
 * @param quantity units
 * @param status what has become of it
 * @param closeReason why it was cancelled, if it was
 * @param acceptedAt when it was accepted
 * @param payBefore until when it can be paid, while it waits for that
 */
record OrderJson(
        String orderId,
        String activityId,
        String userId,
        int quantity,
        OrderStatus status,
        @Nullable CloseReason closeReason,
        @Nullable Instant acceptedAt,
        @Nullable Instant payBefore) {

    static OrderJson of(OrderView order) {
        return new OrderJson(
                Long.toString(order.orderId()),
                Long.toString(order.activityId()),
                Long.toString(order.userId()),
                order.quantity(),
                order.status(),
                order.closeReason(),
                order.acceptedAt(),
                order.payBefore());
    }
}
