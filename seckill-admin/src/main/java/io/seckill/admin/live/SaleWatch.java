package io.seckill.admin.live;

import io.seckill.admin.activity.Phase;
import io.seckill.service.monitor.LiveReader;
import io.seckill.service.monitor.RedisFigures;
import io.seckill.service.monitor.SalePlan;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One sale that somebody watches: what was seen last, and the points that a new screen begins with. */
final class SaleWatch {

    private final long activityId;
    private final int mostPoints;
    private final Deque<Tick.Point> points = new ArrayDeque<>();
    private Tick.@Nullable Sale last;
    private long lastNanos;
    private long wantedNanos;

    SaleWatch(long activityId, int mostPoints, long nanos) {
        this.activityId = activityId;
        this.mostPoints = mostPoints;
        this.wantedNanos = nanos;
    }

    /** Somebody watches. */
    void wanted(long nanos) {
        wantedNanos = nanos;
    }

    boolean isUnwantedFor(long longerThan, long nanos) {
        return nanos - wantedNanos > longerThan;
    }

    /** Redis answered. */
    Tick seen(LiveReader.Sale look, Nodes nodes, long at, long nanos) {
        Tick.Sale sale = sale(look, Instant.ofEpochMilli(at));
        Tick.Sale before = last;
        Double accepted = null;
        Double stored = null;
        if (sale != null && before != null && nanos > lastNanos) {
            double seconds = (nanos - lastNanos) / 1e9;
            long came = Math.max(0, sale.accepted() - before.accepted());
            long left = Math.max(0, came - (sale.backlog() - before.backlog()));
            accepted = Nodes.rounded(came / seconds);
            stored = Nodes.rounded(left / seconds);
        }
        last = sale;
        lastNanos = nanos;
        return kept(new Tick(at, true, sale, nodes.speed(activityId, accepted, stored), nodes.list(activityId)));
    }

    /** Redis did not answer. The next speed is that since it last did. */
    Tick unseen(long at) {
        return kept(new Tick(at, false, null, null, List.of()));
    }

    List<Tick.Point> points() {
        return List.copyOf(points);
    }

    private Tick kept(Tick tick) {
        points.addLast(tick.point());
        if (points.size() > mostPoints) {
            points.removeFirst();
        }
        return tick;
    }

    private static Tick.@Nullable Sale sale(LiveReader.Sale look, Instant now) {
        RedisFigures redis = look.redis();
        SalePlan plan = look.plan();
        return redis == null
                ? null
                : new Tick.Sale(
                        plan == null ? null : Phase.of(plan, redis, now),
                        redis.open(),
                        redis.granted(),
                        redis.claimed(),
                        redis.stock(),
                        redis.seq(),
                        look.queue().queued(),
                        look.queue().inProcessing(),
                        look.queue().inRetry(),
                        look.oldestAgeMillis(),
                        look.queue().workers());
    }
}
