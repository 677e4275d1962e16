package io.seckill.api.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.service.order.CloseReason;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order in an answer. Ids are strings: a JavaScript number holds 53 bits of them. What is not known is left out.
 *
 * @param orderId its id
 * @param activityId the activity it is of
 * @param quantity units
 * @param status what has become of it
 * @param acceptedAt when it was accepted
 * @param payBefore until when it can be paid
 * @param closeReason why it was cancelled
 * @param queueAhead how many wait before it, at most
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderAnswer(
        String orderId,
        String activityId,
        int quantity,
        OrderStatus status,
        @Nullable Instant acceptedAt,
        @Nullable Instant payBefore,
        @Nullable CloseReason closeReason,
        @Nullable Long queueAhead) {

    /** All that is known of an order. */
    static OrderAnswer of(OrderView order) {
        return new OrderAnswer(
                Long.toString(order.orderId()),
                Long.toString(order.activityId()),
                order.quantity(),
                order.status(),
                order.acceptedAt(),
                order.payBefore(),
                order.closeReason(),
                order.queueAhead());
    }

    /** What a buyer is told at the moment of ordering. */
    static OrderAnswer placed(long orderId, OrderQuery query, OrderStatus status) {
        return new OrderAnswer(
                Long.toString(orderId),
                Long.toString(query.activityId()),
                query.quantity(),
                status,
                null,
                null,
                null,
                null);
    }
}
