package io.seckill.api.order;

import io.seckill.api.web.Parameters;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer wants to know.
 *
 * @param activityId the activity
 * @param orderId the order, where the buyer knows it
 * @param waitMs how long to wait while the order is QUEUED, in milliseconds
 */
record StatusQuery(long activityId, @Nullable Long orderId, int waitMs) {

    /** The longest wait, below the time after which proxies give a silent connection up. */
    static final int MAX_WAIT_MS = 20_000;

    static StatusQuery read(HttpServletRequest request) {
        Parameters parameters = Parameters.of(request, "activityId", "orderId", "waitMs");
        return new StatusQuery(
                parameters.id("activityId"),
                parameters.optionalId("orderId"),
                parameters.number("waitMs", 0, MAX_WAIT_MS, 0));
    }
}
