package io.seckill.api.bench;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.queue.QueueKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.springframework.core.io.ClassPathResource;

/** Opens sales and looks into their books. */
final class BenchSales {

    private final RedisCommands<String, String> redis;
    private final Database database;
    private long nextId = 1001;

    BenchSales(Plant plant) {
        this.redis = plant.redis;
        this.database = plant.database;
    }

    /** A sale of so many units that is on for a day. */
    long open(long units) {
        long id = nextId++;
        Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(1, ChronoUnit.HOURS);
        Instant end = start.plus(1, ChronoUnit.DAYS);
        update(
                "INSERT INTO seckill_activity (id, name, total_stock, stock, per_order_limit, start_time, end_time, state,"
                        + " epoch, created_at, updated_at) VALUES (" + id + ", 'bench', " + units + ", " + units
                        + ", 1, '"
                        + utc(start) + "', '" + utc(end) + "', 'OPEN', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))");
        update("INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at,"
                + " settled_at) VALUES (" + id + ", 1, 'WARM_UP', " + units + ", 'SETTLED', 'bench', UTC_TIMESTAMP(3),"
                + " UTC_TIMESTAMP(3))");
        redis.sadd("seckill:queues", RedisKeys.queue(id));
        String[] keys = {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)};
        redis.eval(
                script("lua/activity/warm_up.lua"),
                ScriptOutputType.INTEGER,
                keys,
                Long.toString(start.toEpochMilli()),
                Long.toString(end.toEpochMilli()),
                "1",
                Long.toString(units),
                "1");
        redis.eval(
                script("lua/reconcile/open.lua"),
                ScriptOutputType.MULTI,
                keys,
                "1",
                "0",
                Long.toString(units),
                "700",
                "0",
                "0");
        return id;
    }

    private static LocalDateTime utc(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    /** Forgets a sale whose orders are not wanted: what it leaves in Redis would slow the next measurement down. */
    void drop(long id) {
        String queue = RedisKeys.queue(id);
        update("UPDATE seckill_activity SET state = 'ARCHIVED' WHERE id = " + id);
        redis.srem("seckill:queues", queue);
        redis.unlink(
                queue,
                QueueKeys.retry(queue),
                QueueKeys.attempts(queue),
                RedisKeys.activity(id),
                RedisKeys.stock(id),
                RedisKeys.claims(id),
                RedisKeys.regrabs(id),
                "bench:queue:{" + id + "}");
    }

    long stockLeft(long id) {
        return Long.parseLong(redis.get(RedisKeys.stock(id)));
    }

    long claims(long id) {
        return redis.hlen(RedisKeys.claims(id));
    }

    long queued(long id) {
        return redis.llen(RedisKeys.queue(id));
    }

    /** Messages that workers hold. */
    long inHand(long id) {
        String queue = RedisKeys.queue(id);
        return redis.zrange(QueueKeys.workers(queue), 0, -1).stream()
                .mapToLong(worker -> redis.llen(QueueKeys.processing(queue, worker)))
                .sum();
    }

    /** Bytes that the claims of a sale take, all of them looked at. */
    long claimBytes(long id) {
        return redis.<Long>eval(
                "return redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', '0')",
                ScriptOutputType.INTEGER,
                RedisKeys.claims(id));
    }

    long rows(long id) {
        return number("SELECT COUNT(*) FROM seckill_order WHERE activity_id = " + id);
    }

    long mysqlStock(long id) {
        return number("SELECT stock FROM seckill_activity WHERE id = " + id);
    }

    void forgetRows() {
        update("TRUNCATE TABLE seckill_order");
    }

    /** With patience: dropping a million rows takes a slow disk its time. */
    private Connection connect() throws SQLException {
        String url = database.jdbcUrl().replaceFirst("socketTimeout=\\d+", "socketTimeout=300000");
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    private long number(String query) {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private void update(String statement) {
        try (Connection connection = connect();
                PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    static String script(String path) {
        try {
            return new ClassPathResource(path).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
