package io.seckill.admin.activity;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.RedisFigures;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a sale is, as an operator would say it: its state, its window and what is left, in one word. */
enum Phase {
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

    static Phase of(Activity activity, @Nullable RedisFigures redis, Instant now) {
        return switch (activity.state()) {
            case DRAFT -> DRAFT;
            case WARMING -> WARMING;
            case OPEN -> open(activity, redis, now);
            case CLOSED -> CLOSED;
            case ARCHIVED -> ARCHIVED;
        };
    }

    private static Phase open(Activity activity, @Nullable RedisFigures redis, Instant now) {
        if (redis == null || !redis.open()) {
            return GATED;
        } else if (!now.isBefore(activity.endTime())) {
            return OVER;
        } else if (now.isBefore(activity.startTime())) {
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
