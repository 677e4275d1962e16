package io.seckill.service.order;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as its buyer sees it.
 *
 * @param orderId its id
 * @param activityId the activity it is of
 * @param userId its buyer
 * @param quantity units
 * @param status what has become of it
 * @param acceptedAt when it was accepted, by the clock of Redis; {@code null} while that is not known
 * @param payBefore until when it can be paid, while it waits for that
 * @param closeReason why it was cancelled, if it was
 * @param queueAhead while QUEUED, how many accepted orders wait before this one, at most
 */
public record OrderView(
        long orderId,
        long activityId,
        long userId,
        int quantity,
        OrderStatus status,
        @Nullable Instant acceptedAt,
        @Nullable Instant payBefore,
        @Nullable CloseReason closeReason,
        @Nullable Long queueAhead) {}
