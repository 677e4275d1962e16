package io.seckill.api.order;

import io.seckill.api.identity.UserId;
import io.seckill.api.limit.ActivityCall;
import io.seckill.api.web.Parameters;
import io.seckill.service.grab.GrabRequest;
import jakarta.servlet.http.HttpServletRequest;

/**
 * What a buyer asks for.
 *
 * @param activityId the activity
 * @param quantity units, 1 where nothing is said
 */
record OrderQuery(long activityId, int quantity) implements ActivityCall {

    static OrderQuery read(HttpServletRequest request) {
        Parameters parameters = Parameters.of(request, "activityId", "quantity");
        return new OrderQuery(
                parameters.id("activityId"), parameters.number("quantity", 1, GrabRequest.MAX_QUANTITY, 1));
    }

    GrabRequest of(UserId user) {
        return new GrabRequest(activityId, user.value(), quantity);
    }
}
