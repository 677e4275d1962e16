package io.seckill.service.monitor;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Reads sales from Redis, without changing anything. */
@Component
class SaleReader {

    private static final LuaScript READ = LuaScript.load("monitor/read_sale.lua");
    private static final int SCAN_COUNT = 1_000;

    private final RedisLink scripts;
    private final StringRedisTemplate redis;

    SaleReader(RedisLink scripts, StringRedisTemplate redis) {
        this.scripts = scripts;
        this.redis = redis;
    }

    /**
     * One reading.
     *
     * @param figures {@code null} if there is no such activity
     * @param queued messages that wait, -1 if the queue is no list
     * @param unreadable the keys that could not be read, separated by blanks
     * @param expiring the keys that will expire, separated by blanks
     * @param plan its window and state; {@code null} if there is none that can be read
     */
    record Reading(
            @Nullable RedisFigures figures,
            long queued,
            String unreadable,
            String expiring,
            @Nullable SalePlan plan) {}

    /**
     * Reads one activity.
     *
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    Reading read(long activityId) {
        return readAll(List.of(activityId)).get(0);
    }

    /**
     * Reads many activities without waiting in between; the answers are in the order of the ids.
     *
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    List<Reading> readAll(List<Long> activityIds) {
        List<CompletionStage<List<Object>>> asked =
                activityIds.stream().map(id -> scripts.eval(READ, keys(id))).toList();
        return asked.stream()
                .map(answer -> reading(RedisLink.await(READ.name(), answer)))
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

    private static String[] keys(long id) {
        return new String[] {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id), RedisKeys.queue(id)};
    }

    private static Reading reading(List<Object> reply) {
        long[] n = reply.stream()
                .filter(Long.class::isInstance)
                .mapToLong(Long.class::cast)
                .toArray();
        RedisFigures figures = n[0] == 0 ? null : new RedisFigures(n[1] == 1, n[2], n[3], n[4], n[5], n[6], n[7]);
        SalePlan plan = SalePlan.read((String) reply.get(11), (String) reply.get(12), (String) reply.get(13));
        return new Reading(figures, n[8], (String) reply.get(9), (String) reply.get(10), plan);
    }
}
