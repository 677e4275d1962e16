package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.RedisFigures;
import org.jspecify.annotations.Nullable;

/**
 * A row of the list.
 *
 * @param id the activity
 * @param name for people
 * @param starts local time
 * @param ends local time
 * @param state where it is in its life
 * @param stock units in MySQL that no live order holds
 * @param totalStock units it owns
 * @param remaining units left in Redis; {@code null} while it is not there
 * @param gated whether it ought to sell and its gate is shut
 * @param queued accepted orders that wait to be stored
 */
record ActivityRow(
        String id,
        String name,
        String starts,
        String ends,
        ActivityState state,
        long stock,
        long totalStock,
        @Nullable Long remaining,
        boolean gated,
        long queued) {

    static ActivityRow of(ActivityMonitor.Overview overview, ConsoleZone zone) {
        Activity activity = overview.activity();
        RedisFigures redis = overview.redis();
        return new ActivityRow(
                Long.toString(activity.id()),
                activity.name(),
                zone.local(activity.startTime()),
                zone.local(activity.endTime()),
                activity.state(),
                activity.stock(),
                activity.totalStock(),
                redis == null ? null : redis.stock(),
                activity.state() == ActivityState.OPEN && (redis == null || !redis.open()),
                overview.queued());
    }

    /** {@return whether the button is of use; pressed on an open sale it says so and changes nothing} */
    public boolean pressable() {
        return state == ActivityState.DRAFT || state == ActivityState.WARMING || state == ActivityState.OPEN;
    }

    /** {@return whether its stock can be changed and it can be closed} */
    public boolean changeable() {
        return state == ActivityState.OPEN;
    }
}
