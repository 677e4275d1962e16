package io.seckill.service.monitor;

import io.seckill.common.RedisKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/** Reads sales from Redis, without changing anything. */
@Component
class SaleReader {

    private static final int SCAN_COUNT = 1_000;

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> READ =
            RedisScript.of(new ClassPathResource("lua/monitor/read_sale.lua"), List.class);

    private final StringRedisTemplate redis;

    SaleReader(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /**
     * One reading.
     *
     * @param figures {@code null} if there is no such activity
     * @param queued messages that wait, -1 if the queue is no list
     * @param unreadable the keys that could not be read, separated by blanks
     */
    record Reading(@Nullable RedisFigures figures, long queued, String unreadable) {}

    Reading read(long activityId) {
        return reading(redis.execute(READ, keys(activityId)));
    }

    /** Reads many activities in one round trip; the answers are in the order of the ids. */
    List<Reading> readAll(List<Long> activityIds) {
        return redis
                .executePipelined(new SessionCallback<Object>() {
                    @Override
                    @SuppressWarnings({"unchecked", "NullAway"}) // a pipeline's callback must return null
                    public <K, V> Object execute(RedisOperations<K, V> operations) {
                        for (long id : activityIds) {
                            ((RedisOperations<String, String>) operations).execute(READ, keys(id));
                        }
                        return null;
                    }
                })
                .stream()
                .map(reply -> reading((List<?>) reply))
                .toList();
    }

    /** The claims, by user. A hash that changes meanwhile may be read in part before and in part after the change. */
    Map<String, String> claims(long activityId) {
        Map<String, String> claims = new HashMap<>();
        ScanOptions pages = ScanOptions.scanOptions().count(SCAN_COUNT).build();
        try (Cursor<Map.Entry<String, String>> cursor =
                redis.<String, String>opsForHash().scan(RedisKeys.claims(activityId), pages)) {
            cursor.forEachRemaining(entry -> claims.put(entry.getKey(), entry.getValue()));
        }
        return claims;
    }

    private static List<String> keys(long id) {
        return List.of(RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id), RedisKeys.queue(id));
    }

    private static Reading reading(List<?> reply) {
        long[] n = reply.stream()
                .filter(Long.class::isInstance)
                .mapToLong(Long.class::cast)
                .toArray();
        RedisFigures figures = n[0] == 0 ? null : new RedisFigures(n[1] == 1, n[2], n[3], n[4], n[5], n[6], n[7]);
        return new Reading(figures, n[8], (String) reply.get(reply.size() - 1));
    }
}
