package io.seckill.admin.dev;

import static org.awaitility.Awaitility.await;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.RedisFigures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

/**
 * How the sample activity stands after a start.
 *
 * @param id its id
 * @param left units left to sell
 * @param total units it has in all
 * @param complaint why nobody can buy, or {@code null} if one can
 */
record SampleStanding(
        long id, long left, long total, @Nullable String complaint) {

    /** A worker looks at the gates every second; this is for a machine that is busy with other things. */
    private static final Duration GATE_PATIENCE = Duration.ofSeconds(30);

    /** Waits until a worker has opened its gate for this run of Redis. */
    static SampleStanding of(long id, ApplicationContext context) {
        Activity sample = context.getBean(ActivityMapper.class).find(id).orElseThrow();
        ActivityMonitor monitor = context.getBean(ActivityMonitor.class);
        boolean open = sample.state() == ActivityState.OPEN && awaitGate(id, monitor);
        RedisFigures redis = monitor.snapshot(id).redis();
        long left = redis == null ? 0 : redis.stock();
        Instant now = context.getBean(Clock.class).instant();
        return new SampleStanding(id, left, sample.totalStock(), complaint(sample, open, left, now));
    }

    private static boolean awaitGate(long id, ActivityMonitor monitor) {
        try {
            await().atMost(GATE_PATIENCE).ignoreExceptions().until(() -> {
                RedisFigures redis = monitor.snapshot(id).redis();
                return redis != null && redis.open();
            });
            return true;
        } catch (ConditionTimeoutException shut) {
            return false;
        }
    }

    private static @Nullable String complaint(Activity sample, boolean open, long left, Instant now) {
        if (sample.state() != ActivityState.OPEN) {
            return "it is " + sample.state();
        }
        if (!open) {
            return "its gate stays shut; the lines above say why";
        }
        if (!sample.endTime().isAfter(now)) {
            return "its window has ended";
        }
        return left == 0 ? "it is sold out" : null;
    }
}
