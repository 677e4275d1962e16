package io.seckill.api.support;

import io.seckill.common.RedisKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.jdbc.core.JdbcTemplate;

/** An activity of a test's own. */
public final class Sale {

    /** Ids no other run has used on the same stores. */
    private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis() * 1000);

    private final long id = IDS.incrementAndGet();
    private final StringRedisTemplate redis;
    private final JdbcTemplate mysql;

    private Sale(RunningApi api) {
        redis = api.context().getBean(StringRedisTemplate.class);
        mysql = api.context().getBean(JdbcTemplate.class);
    }

    /** A sale that is on, of so many units, one an order. */
    public static Sale of(RunningApi api, int units) {
        return of(api, units, 1);
    }

    /** A sale that is on. */
    public static Sale of(RunningApi api, int units, int perOrderLimit) {
        Instant now = Instant.now();
        return of(api, units, perOrderLimit, now.minusSeconds(60), now.plus(Duration.ofHours(1)));
    }

    /** A sale that is warm. */
    public static Sale of(RunningApi api, int units, int perOrderLimit, Instant start, Instant end) {
        Sale sale = draft(api, units, perOrderLimit, start, end);
        sale.warmUp(units, perOrderLimit, start, end);
        return sale;
    }

    /** A sale whose stock is in MySQL alone. */
    public static Sale draft(RunningApi api, int units, int perOrderLimit, Instant start, Instant end) {
        Sale sale = new Sale(api);
        sale.mysql.update(
                "INSERT INTO seckill_activity (id, name, total_stock, stock, per_order_limit, start_time, end_time,"
                        + " state, epoch, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, 'DRAFT', 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                sale.id,
                "秒杀 " + sale.id,
                units,
                units,
                perOrderLimit,
                utc(start),
                utc(end));
        return sale;
    }

    private void warmUp(int units, int perOrderLimit, Instant start, Instant end) {
        mysql.update("UPDATE seckill_activity SET state = 'OPEN', epoch = 1 WHERE id = ?", id);
        mysql.update(
                "INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at,"
                        + " settled_at) VALUES (?, 1, 'WARM_UP', ?, 'SETTLED', 'test', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                id,
                units);
        redis.opsForSet().add("seckill:queues", RedisKeys.queue(id));
        script(
                "lua/activity/warm_up.lua",
                Long.class,
                List.of(RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)),
                start.toEpochMilli(),
                end.toEpochMilli(),
                perOrderLimit,
                units,
                1);
        script(
                "lua/reconcile/open.lua",
                List.class,
                List.of(RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)),
                1,
                0,
                units,
                700,
                0,
                0);
    }

    public long id() {
        return id;
    }

    public String redisStock() {
        return redis.opsForValue().get(RedisKeys.stock(id));
    }

    public long mysqlStock() {
        return mysql.queryForObject("SELECT stock FROM seckill_activity WHERE id = ?", Long.class, id);
    }

    /** The ids of the stored orders that are alive. */
    public List<String> orderIds() {
        return mysql.queryForList(
                "SELECT id FROM seckill_order WHERE activity_id = ? AND status <> 2 ORDER BY id", String.class, id);
    }

    public long storedUnits() {
        return mysql.queryForObject(
                "SELECT COALESCE(SUM(quantity), 0) FROM seckill_order WHERE activity_id = ? AND status <> 2",
                Long.class,
                id);
    }

    public long deadLetters() {
        return mysql.queryForObject(
                "SELECT COUNT(*) FROM seckill_dead_letter WHERE queue = ?", Long.class, RedisKeys.queue(id));
    }

    public long queued() {
        return redis.opsForList().size(RedisKeys.queue(id));
    }

    public void setInRedis(String field, String value) {
        redis.opsForHash().put(RedisKeys.activity(id), field, value);
    }

    public String inRedis(String field) {
        return (String) redis.opsForHash().get(RedisKeys.activity(id), field);
    }

    public void setState(String state) {
        mysql.update("UPDATE seckill_activity SET state = ? WHERE id = ?", state, id);
    }

    private <T> T script(String path, Class<T> type, List<String> keys, Object... arguments) {
        try {
            String text = new ClassPathResource(path).getContentAsString(StandardCharsets.UTF_8);
            Object[] texts = List.of(arguments).stream().map(String::valueOf).toArray();
            return redis.execute(new DefaultRedisScript<>(text, type), keys, texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LocalDateTime utc(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
