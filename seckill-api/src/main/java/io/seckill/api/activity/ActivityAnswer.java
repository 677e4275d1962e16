package io.seckill.api.activity;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.ActivityView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An activity in an answer.
 *
 * @param id its id, a string: a JavaScript number holds 53 bits of it
 * @param name for people
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param perOrderLimit most units one order may take
 * @param state where it is in its life
 * @param remaining units left to sell, up to a second old; left out while its stock is not warmed up
 * @param serverTime the server's clock, for the countdown; left out in a list, which says it once
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ActivityAnswer(
        String id,
        String name,
        Instant startTime,
        Instant endTime,
        int perOrderLimit,
        ActivityState state,
        @Nullable Long remaining,
        @Nullable Instant serverTime) {

    static ActivityAnswer of(ActivityView activity, @Nullable Instant serverTime) {
        return new ActivityAnswer(
                Long.toString(activity.id()),
                activity.name(),
                activity.startTime(),
                activity.endTime(),
                activity.perOrderLimit(),
                activity.state(),
                activity.remaining(),
                serverTime);
    }
}
