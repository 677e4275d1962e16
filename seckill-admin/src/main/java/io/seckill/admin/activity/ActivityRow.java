package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.RedisFigures;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An activity as the pages show it.
 *
 * @param id the activity
 * @param name for people
 * @param starts local time
 * @param ends local time
 * @param state where it is in its life
 * @param phase the same, with window and stock
 * @param totalStock units it owns
 * @param reserved units held back from warm-up
 * @param perOrderLimit most units one order may take
 * @param stock units in MySQL that no live order holds
 * @param remaining units left in Redis; {@code null} while it is not there
 * @param taken units of live orders: by Redis, which hears of them first, or by MySQL where Redis has no such sale
 * @param queued accepted orders that wait to be stored
 * @param epoch raised whenever the sale is opened or opened again
 */
record ActivityRow(
        String id,
        String name,
        String starts,
        String ends,
        ActivityState state,
        Phase phase,
        long totalStock,
        long reserved,
        int perOrderLimit,
        long stock,
        @Nullable Long remaining,
        long taken,
        long queued,
        long epoch) {

    static ActivityRow of(ActivityMonitor.Overview overview, ConsoleZone zone, Instant now) {
        Activity activity = overview.activity();
        RedisFigures redis = overview.redis();
        return new ActivityRow(
                Long.toString(activity.id()),
                activity.name(),
                zone.local(activity.startTime()),
                zone.local(activity.endTime()),
                activity.state(),
                Phase.of(activity, redis, now),
                activity.totalStock(),
                activity.reserved(),
                activity.perOrderLimit(),
                activity.stock(),
                redis == null ? null : redis.stock(),
                redis == null ? activity.totalStock() - activity.stock() : redis.claimed(),
                overview.queued(),
                activity.epoch());
    }

    /** {@return whether it is still to be warmed up} */
    public boolean cold() {
        return Phase.isCold(state);
    }

    /** {@return units that buyers may get: all but the reserve} */
    public long forSale() {
        return totalStock - reserved;
    }

    /** {@return whether no order can ever be as large as one may be} */
    public boolean limitAboveStock() {
        return state != ActivityState.CLOSED
                && state != ActivityState.ARCHIVED
                && forSale() > 0
                && perOrderLimit > forSale();
    }

    /** {@return whether it was never warmed up, and can be deleted} */
    public boolean draft() {
        return state == ActivityState.DRAFT;
    }

    /** {@return whether this can be done to it now, as far as its state says} */
    public boolean fits(String question) {
        return switch (question) {
            case "warm-up" -> cold() && forSale() > 0;
            case "delete" -> draft();
            case "close" -> open();
            default -> warm();
        };
    }

    /** {@return whether its stock can be changed and it can be closed} */
    public boolean open() {
        return state == ActivityState.OPEN;
    }

    /** {@return whether name, window and limit can be changed} */
    public boolean editable() {
        return state == ActivityState.DRAFT || open();
    }

    /** {@return whether Redis holds it, so that its orders can be compared and it can be rebuilt} */
    public boolean warm() {
        return state.isInRedis();
    }
}
