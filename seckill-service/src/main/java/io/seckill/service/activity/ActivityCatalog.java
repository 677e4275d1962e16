package io.seckill.service.activity;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * The activities as buyers see them, at most a second old. The whole list is read at once and by one caller at a time,
 * so neither a popular activity nor any number of made-up ids costs more than one look at MySQL a second.
 */
@Service
public class ActivityCatalog {

    private static final Logger log = LoggerFactory.getLogger(ActivityCatalog.class);
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final String ALL = "all";

    private final ActivityMapper activities;
    private final StringRedisTemplate redis;
    private final RedisTimeline timeline;
    private final LoadingCache<String, Map<Long, ActivityView>> cache;

    ActivityCatalog(ActivityMapper activities, StringRedisTemplate redis, RedisTimeline timeline) {
        this.activities = activities;
        this.redis = redis;
        this.timeline = timeline;
        this.cache = Caffeine.newBuilder().expireAfterWrite(FRESH).build(key -> read());
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
        return Optional.ofNullable(all().get(activityId));
    }

    /** {@return the time that decides when a sale begins and ends: that of Redis} */
    public Instant serverTime() {
        return timeline.now();
    }

    private Map<Long, ActivityView> all() {
        try {
            return cache.get(ALL);
        } catch (DataAccessException | TransactionException e) {
            throw SeckillException.busy("the activities cannot be read from MySQL", e);
        }
    }

    private Map<Long, ActivityView> read() {
        List<Activity> rows = activities.list();
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
}
