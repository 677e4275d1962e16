package io.seckill.service.monitor;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.OrderQueue;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityState;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Looks at a sale in all its stores and says what is off. Redis is read before MySQL, the source before the
 * destination, so an order on its way is seen twice rather than not at all; then Redis is read once more. Only if both
 * readings of Redis say the same, and nothing was in a queue at either, must the two stores agree.
 */
@Service
public class ActivityMonitor {

    /** Claims and orders up to this many are compared one by one: some 20 MB of ids. */
    static final int MOST_COMPARED = 100_000;

    private final SaleReader sales;
    private final OrderQueue queues;
    private final BooksReader books;
    private final ActivityMapper activities;
    private final Clock clock;

    ActivityMonitor(SaleReader sales, OrderQueue queues, BooksReader books, ActivityMapper activities, Clock clock) {
        this.sales = sales;
        this.queues = queues;
        this.books = books;
        this.activities = activities;
        this.clock = clock;
    }

    /**
     * Looks at one activity.
     *
     * @param activityId the activity
     * @return its figures and what is off
     * @throws SeckillException ACTIVITY_NOT_FOUND
     */
    public ActivitySnapshot snapshot(long activityId) {
        SaleReader.Reading before = sales.read(activityId);
        String queueKey = RedisKeys.queue(activityId);
        QueueFigures queue = QueueFigures.of(queues.snapshot(queueKey));
        RedisFigures redis = before.figures();
        boolean comparable = queue.empty() && redis != null && redis.claims() <= MOST_COMPARED;
        Map<String, String> claims = comparable ? sales.claims(activityId) : Map.of();
        BooksReader.Books read = books.read(activityId, comparable);
        SaleReader.Reading after = sales.read(activityId);
        boolean atRest = queue.empty()
                && read.figures().returningOrders() == 0
                && RedisFigures.sameSale(redis, after.figures())
                && queues.snapshot(queueKey).empty();

        // Of an archived sale Redis holds what has not expired yet, and maybe only part of it by the next reading.
        boolean archived = read.figures().state() == ActivityState.ARCHIVED;
        Checks checks = new Checks();
        if (!archived) {
            checks.redis(read.figures().state(), redis, before.unreadable(), before.expiring());
        }
        checks.mysql(read.figures());
        if (!archived) {
            checks.order(after, read.figures());
        }
        if (!archived && atRest && redis != null && before.unreadable().isEmpty()) {
            checks.rest(redis, claims, read);
        }
        return new ActivitySnapshot(
                activityId,
                clock.instant(),
                redis,
                read.figures(),
                queue,
                atRest,
                atRest && comparable && !archived,
                checks.problems());
    }

    /**
     * An activity in a list.
     *
     * @param activity the activity as MySQL has it
     * @param redis what Redis has; {@code null} if it has no such activity
     * @param queued messages that wait to be taken
     */
    public record Overview(Activity activity, @Nullable RedisFigures redis, long queued) {}

    /**
     * One activity as in the list.
     *
     * @param activityId the activity
     * @return it
     * @throws SeckillException ACTIVITY_NOT_FOUND
     */
    public Overview overview(long activityId) {
        Activity activity = activities.find(activityId).orElseThrow(() -> BooksReader.unknown(activityId));
        SaleReader.Reading reading = sales.read(activityId);
        return new Overview(activity, reading.figures(), reading.queued());
    }

    /** {@return the newest 1,000 activities with what Redis has of them, in one round trip to each store} */
    public List<Overview> overview() {
        List<Activity> all = activities.list();
        List<Long> warm = all.stream()
                .filter(ActivityMonitor::mayBeInRedis)
                .map(Activity::id)
                .toList();
        Iterator<SaleReader.Reading> readings = warm.isEmpty()
                ? List.<SaleReader.Reading>of().iterator()
                : sales.readAll(warm).iterator();
        List<Overview> overview = new ArrayList<>(all.size());
        for (Activity activity : all) {
            if (mayBeInRedis(activity)) {
                SaleReader.Reading reading = readings.next();
                overview.add(new Overview(activity, reading.figures(), reading.queued()));
            } else {
                overview.add(new Overview(activity, null, 0));
            }
        }
        return overview;
    }

    private static boolean mayBeInRedis(Activity activity) {
        return activity.state() != ActivityState.DRAFT && activity.state() != ActivityState.ARCHIVED;
    }
}
