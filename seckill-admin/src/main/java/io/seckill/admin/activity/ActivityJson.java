package io.seckill.admin.activity;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.RedisFigures;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An activity as the REST service tells it.
 *
 * @param id its id, a string since JavaScript cannot hold every 64-bit number
 * @param name for people
 * @param totalStock units it owns
 * @param stock units in MySQL that no live order holds
 * @param reserved units held back from warm-up
 * @param perOrderLimit most units one order may take
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param state where it is in its life
 * @param epoch raised whenever the sale is opened or opened again
 * @param version names what an edit would replace; for the edit's own {@code version}
 * @param remaining units left in Redis; {@code null} while it is not there
 * @param gateOpen whether it is open for this run of Redis
 * @param queued accepted orders that wait to be stored
 */
record ActivityJson(
        String id,
        String name,
        long totalStock,
        long stock,
        long reserved,
        int perOrderLimit,
        Instant startTime,
        Instant endTime,
        ActivityState state,
        long epoch,
        String version,
        @Nullable Long remaining,
        boolean gateOpen,
        long queued) {

    static ActivityJson of(ActivityMonitor.Overview overview) {
        Activity activity = overview.activity();
        RedisFigures redis = overview.redis();
        return new ActivityJson(
                Long.toString(activity.id()),
                activity.name(),
                activity.totalStock(),
                activity.stock(),
                activity.reserved(),
                activity.perOrderLimit(),
                activity.startTime(),
                activity.endTime(),
                activity.state(),
                activity.epoch(),
                activity.version(),
                redis == null ? null : redis.stock(),
                redis != null && redis.open(),
                overview.queued());
    }
}
