package io.seckill.api.token;

import io.seckill.api.web.Parameters;
import jakarta.servlet.http.HttpServletRequest;

/**
 * What a token is asked for.
 *
 * @param activityId the activity
 */
record TokenQuery(long activityId) {

    static TokenQuery read(HttpServletRequest request) {
        return new TokenQuery(Parameters.of(request, "activityId").id("activityId"));
    }
}
