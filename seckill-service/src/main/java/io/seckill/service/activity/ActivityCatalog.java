package io.seckill.service.activity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.RedisTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * The activities as buyers see them, at most a second old. The newest ones are read all at once and by one caller at a
 * time, so neither a popular activity nor any number of made-up ids costs more than one look at MySQL a second; and
 * while MySQL is away nobody waits for it but the one who looks. Older ones than the list holds are looked up one by
 * one, each id, known or not, at most once in some ten seconds.
 */
@Service
public class ActivityCatalog {

    private static final Logger log = LoggerFactory.getLogger(ActivityCatalog.class);

    /** A list is good for 0.8 to 1 s, at random: nodes that started together do not ask together. */
    private static final long FRESH_NANOS = 1_000_000_000L;

    private static final long JITTER_NANOS = 200_000_000L;

    /** How old a list may be that is shown while somebody is reading a new one. */
    private static final long USABLE_NANOS = 5_000_000_000L;

    /** After a failed attempt nobody tries again for so long. */
    private static final long FAILURE_NANOS = 1_000_000_000L;

    private static final long FIRST_LIST_MS = 1_000;

    private final ActivityMapper activities;
    private final StringRedisTemplate redis;
    private final RedisTimeline timeline;
    private final ReentrantLock reading = new ReentrantLock();

    private final Cache<Long, Optional<ActivityView>> older = Caffeine.newBuilder()
            .expireAfter(Expiry.<Long, Optional<ActivityView>>creating((id, view) -> olderGoodFor()))
            .maximumSize(10_000)
            .build();
    private volatile @Nullable Listing last;
    private volatile @Nullable Failure lastFailure;

    ActivityCatalog(ActivityMapper activities, StringRedisTemplate redis, RedisTimeline timeline) {
        this.activities = activities;
        this.redis = redis;
        this.timeline = timeline;
    }

    /**
     * {@return the activities, the newest first}
     *
     * @throws SeckillException SYSTEM_BUSY if MySQL is away
     */
    public List<ActivityView> list() {
        return List.copyOf(all().values());
    }

    /**
     * @param activityId an id
     * @return the activity, if there is one
     * @throws SeckillException SYSTEM_BUSY if MySQL is away
     */
    public Optional<ActivityView> find(long activityId) {
        Map<Long, ActivityView> newest = all();
        ActivityView listed = newest.get(activityId);
        boolean older = listed == null
                && newest.size() == ActivityMapper.LISTED
                && newest.keySet().stream().mapToLong(Long::longValue).min().orElse(0) > activityId;
        return older ? findOlder(activityId) : Optional.ofNullable(listed);
    }

    private Optional<ActivityView> findOlder(long activityId) {
        try {
            return older.get(
                    activityId,
                    id -> activities.find(id).map(row -> views(List.of(row)).get(id)));
        } catch (DataAccessException | TransactionException e) {
            throw SeckillException.busy("activity " + activityId + " cannot be read from MySQL", e);
        }
    }

    private static Duration olderGoodFor() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(8_000, 12_000));
    }

    /** {@return the time that decides when a sale begins and ends: that of Redis} */
    public Instant serverTime() {
        return timeline.now();
    }

    private Map<Long, ActivityView> all() {
        Listing listing = last;
        if (listing != null && listing.isYoungerThan(FRESH_NANOS)) {
            return listing.views;
        }
        // One reads for all. The others do not queue up behind a database that is away: they take what there is, or
        // are told at once.
        if (reading.tryLock()) {
            try {
                return readAgain();
            } finally {
                reading.unlock();
            }
        }
        if (listing != null && listing.isYoungerThan(USABLE_NANOS)) {
            return listing.views;
        }
        return lastFailure == null ? firstList() : refuse("the activities are being read, and the last attempt failed");
    }

    private Map<Long, ActivityView> readAgain() {
        Listing listing = last;
        if (listing != null && listing.isYoungerThan(FRESH_NANOS)) {
            return listing.views;
        }
        Failure failure = lastFailure;
        if (failure != null && System.nanoTime() - failure.nanos < FAILURE_NANOS) {
            return refuse(failure.text);
        }
        try {
            Map<Long, ActivityView> views = read();
            // Aged a little from the start: see FRESH_NANOS.
            last = new Listing(
                    views, System.nanoTime() - ThreadLocalRandom.current().nextLong(JITTER_NANOS));
            lastFailure = null;
            return views;
        } catch (DataAccessException | TransactionException e) {
            lastFailure = new Failure("the activities cannot be read from MySQL: " + e.getMessage(), System.nanoTime());
            throw SeckillException.busy("the activities cannot be read from MySQL", e);
        }
    }

    /** Right after the start there is nothing to show yet, and the first attempt is under way: wait for it a little. */
    private Map<Long, ActivityView> firstList() {
        try {
            if (reading.tryLock(FIRST_LIST_MS, TimeUnit.MILLISECONDS)) {
                try {
                    return readAgain();
                } finally {
                    reading.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return refuse("the activities are still being read for the first time");
    }

    private static Map<Long, ActivityView> refuse(String why) {
        throw SeckillException.busy(why, null);
    }

    private Map<Long, ActivityView> read() {
        return views(activities.list());
    }

    private Map<Long, ActivityView> views(List<Activity> rows) {
        List<@Nullable Long> stock = stock(rows);
        Map<Long, ActivityView> views = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            Activity row = rows.get(i);
            views.put(
                    row.id(),
                    new ActivityView(
                            row.id(),
                            row.name(),
                            row.startTime(),
                            row.endTime(),
                            row.perOrderLimit(),
                            row.state(),
                            stock.get(i)));
        }
        return views;
    }

    private List<@Nullable Long> stock(List<Activity> rows) {
        List<@Nullable Long> stock = new ArrayList<>();
        List<@Nullable String> values = values(rows);
        for (int i = 0; i < rows.size(); i++) {
            String value = i < values.size() ? values.get(i) : null;
            boolean number = value != null && value.length() <= 15 && value.matches("[0-9]+");
            stock.add(number ? Long.valueOf(value) : null);
        }
        return stock;
    }

    private List<@Nullable String> values(List<Activity> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        try {
            List<@Nullable String> read = redis.opsForValue()
                    .multiGet(
                            rows.stream().map(row -> RedisKeys.stock(row.id())).toList());
            return read == null ? List.of() : read;
        } catch (DataAccessException e) {
            log.warn("[service] the remaining stock cannot be read from Redis: {}", e.getMessage());
            return List.of();
        }
    }

    private record Listing(Map<Long, ActivityView> views, long nanos) {

        boolean isYoungerThan(long age) {
            return System.nanoTime() - nanos < age;
        }
    }

    private record Failure(String text, long nanos) {}
}
