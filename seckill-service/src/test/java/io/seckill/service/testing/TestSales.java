package io.seckill.service.testing;

import io.seckill.common.RedisKeys;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.jdbc.core.JdbcTemplate;

/** Activities for tests, in MySQL and open in Redis, each with an id of its own. */
public final class TestSales {

    private static final AtomicLong NEXT_ID = new AtomicLong(500_000);
    private static final RedisScript<String> RUN_ID =
            RedisScript.of("return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')", String.class);

    private final JdbcTemplate jdbc;
    private final StringRedisTemplate redis;

    public TestSales(ApplicationContext context) {
        this.jdbc = context.getBean(JdbcTemplate.class);
        this.redis = context.getBean(StringRedisTemplate.class);
    }

    /** A sale that is on, warm, with so many units on both sides. */
    public long open(long units, int limit) {
        long id = openUnserved(units, limit);
        redis.opsForSet().add("seckill:queues", RedisKeys.queue(id));
        return id;
    }

    /** The same, but no worker knows of its queue. */
    public long openUnserved(long units, int limit) {
        long id = inMySql(units, limit, "OPEN", 1);
        layOut(id, units, limit);
        return id;
    }

    public long inMySql(long units, int limit, String state, long epoch) {
        long id = NEXT_ID.incrementAndGet();
        Instant now = Instant.now();
        jdbc.update(
                "INSERT INTO seckill_activity (id, name, total_stock, stock, reserved, per_order_limit, start_time,"
                        + " end_time, state, epoch, max_seq, created_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0, ?, ?)",
                id,
                "sale " + id,
                units,
                units,
                limit,
                utc(now.minusSeconds(60)),
                utc(now.plusSeconds(3600)),
                state,
                epoch,
                utc(now),
                utc(now));
        if (!state.equals("DRAFT")) {
            jdbc.update(
                    "INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at)"
                            + " VALUES (?, 1, 'WARM_UP', ?, 'SETTLED', 'test', ?)",
                    id,
                    units,
                    utc(now));
        }
        return id;
    }

    private void layOut(long id, long units, int limit) {
        long now = System.currentTimeMillis();
        redis.opsForHash()
                .putAll(
                        RedisKeys.activity(id),
                        Map.of(
                                "startAt", Long.toString(now - 60_000),
                                "endAt", Long.toString(now + 3_600_000),
                                "perOrderLimit", Integer.toString(limit),
                                "state", "OPEN",
                                "granted", Long.toString(units),
                                "claimed", "0",
                                "epoch", "1",
                                "seq", "0",
                                "openFor", redis.execute(RUN_ID, java.util.List.of())));
        redis.opsForValue().set(RedisKeys.stock(id), Long.toString(units));
    }

    public long stockInMySql(long id) {
        return jdbc.queryForObject("SELECT stock FROM seckill_activity WHERE id = ?", Long.class, id);
    }

    public long stockInRedis(long id) {
        return Long.parseLong(redis.opsForValue().get(RedisKeys.stock(id)));
    }

    public long orders(long id) {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM seckill_order WHERE activity_id = ? AND active = 1", Long.class, id);
    }

    private static LocalDateTime utc(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
