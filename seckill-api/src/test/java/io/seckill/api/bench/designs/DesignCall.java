package io.seckill.api.bench.designs;

import io.seckill.api.limit.ActivityCall;
import io.seckill.api.web.Parameters;
import jakarta.servlet.http.HttpServletRequest;

/** What every compared call takes: read and checked as the product's own does it. */
record DesignCall(long activityId) implements ActivityCall {

    static DesignCall read(HttpServletRequest request) {
        return new DesignCall(Parameters.of(request, "activityId").id("activityId"));
    }
}
