package io.seckill.admin.activity;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.RedisFigures;
import io.seckill.service.monitor.SalePlan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a sale is, as an operator would say it: its state, its window and what is left, in one word for all pages. */
public enum Phase {
    DRAFT("warn"),
    WARMING("warn"),
    /** It ought to sell, and its gate is shut. */
    GATED("bad"),
    SCHEDULED("info"),
    ON_SALE("good"),
    SOLD_OUT("info"),
    OVER("plain"),
    CLOSED("plain"),
    ARCHIVED("plain");

    private final String tone;

    Phase(String tone) {
        this.tone = tone;
    }

    /**
     * Of an activity as MySQL has it.
     *
     * @param activity the activity
     * @param redis what Redis has of it; {@code null} if nothing
     * @param now the instant
     * @return the phase
     */
    public static Phase of(Activity activity, @Nullable RedisFigures redis, Instant now) {
        return of(new SalePlan(activity.startTime(), activity.endTime(), activity.state()), redis, now);
    }

    /**
     * Of a sale as Redis has it.
     *
     * @param plan its window and state
     * @param redis its figures; {@code null} if there are none
     * @param now the instant
     * @return the phase
     */
    public static Phase of(SalePlan plan, @Nullable RedisFigures redis, Instant now) {
        return switch (plan.state()) {
            case DRAFT -> DRAFT;
            case WARMING -> WARMING;
            case OPEN -> open(plan, redis, now);
            case CLOSED -> CLOSED;
            case ARCHIVED -> ARCHIVED;
        };
    }

    private static Phase open(SalePlan plan, @Nullable RedisFigures redis, Instant now) {
        if (redis == null || !redis.open()) {
            return GATED;
        } else if (!now.isBefore(plan.endTime())) {
            return OVER;
        } else if (now.isBefore(plan.startTime())) {
            return SCHEDULED;
        }
        return redis.stock() == 0 ? SOLD_OUT : ON_SALE;
    }

    /** {@return how it is coloured} */
    public String tone() {
        return tone;
    }

    /** {@return whether its stock is in MySQL alone, and the button moves it to Redis} */
    static boolean isCold(ActivityState state) {
        return state == ActivityState.DRAFT || state == ActivityState.WARMING;
    }
}
