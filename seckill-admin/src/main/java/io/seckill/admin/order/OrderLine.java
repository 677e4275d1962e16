package io.seckill.admin.order;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.order.CloseReason;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderView;
import org.jspecify.annotations.Nullable;

/**
 * An order as the pages show it.
 *
 * @param id its id
 * @param activityId the activity it is of
 * @param userId its buyer
 * @param quantity units
 * @param status what has become of it
 * @param closeReason why it was cancelled, if it was
 * @param accepted local time; {@code null} while it is not known
 */
record OrderLine(
        String id,
        String activityId,
        String userId,
        int quantity,
        OrderStatus status,
        @Nullable CloseReason closeReason,
        @Nullable String accepted) {

    static OrderLine of(OrderView order, ConsoleZone zone) {
        return new OrderLine(
                Long.toString(order.orderId()),
                Long.toString(order.activityId()),
                Long.toString(order.userId()),
                order.quantity(),
                order.status(),
                order.closeReason(),
                order.acceptedAt() == null ? null : zone.local(order.acceptedAt()));
    }

    static boolean isStored(OrderView order) {
        return switch (order.status()) {
            case PENDING_PAYMENT, PAID, CANCELLED -> true;
            case QUEUED, PROCESSING, CONFIRMING, NOT_PLACED -> false;
        };
    }

    /** {@return how its status is coloured} */
    public String tone() {
        return switch (status) {
            case PAID -> "good";
            case PENDING_PAYMENT, QUEUED, CONFIRMING -> "info";
            case PROCESSING -> "bad";
            case CANCELLED, NOT_PLACED -> "plain";
        };
    }
}
