package io.seckill.service.testing;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.RedisKeys;
import io.seckill.service.redis.LuaScript;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** One activity laid out in Redis by hand, to try scripts on without anything around them. */
public final class RawSale implements AutoCloseable {

    private static final AtomicLong NEXT_ID = new AtomicLong(700_000);

    public final long id = NEXT_ID.incrementAndGet();
    public final String activity = RedisKeys.activity(id);
    public final String stock = RedisKeys.stock(id);
    public final String claims = RedisKeys.claims(id);
    public final String queue = RedisKeys.queue(id);
    public final String retry = queue + ":retry";
    public final String regrabs = RedisKeys.regrabs(id);

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    public RawSale(String host, int port, String password) {
        RedisURI uri = RedisURI.create(host, port);
        if (password != null) {
            uri.setCredentialsProvider(io.lettuce.core.RedisCredentialsProvider.from(
                    () -> io.lettuce.core.RedisCredentials.just(null, password)));
        }
        client = RedisClient.create(uri);
        connection = client.connect();
    }

    public RedisCommands<String, String> redis() {
        return connection.sync();
    }

    public long now() {
        List<String> time = redis().time();
        return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
    }

    public String runId() {
        return redis().info("server")
                .lines()
                .filter(line -> line.startsWith("run_id:"))
                .map(line -> line.substring("run_id:".length()).trim())
                .findFirst()
                .orElseThrow();
    }

    /** A sale that is on, with so many units. */
    public RawSale open(long units, int limit) {
        long now = now();
        redis().hset(
                        activity,
                        Map.of(
                                "startAt", Long.toString(now - 60_000),
                                "endAt", Long.toString(now + 3_600_000),
                                "perOrderLimit", Integer.toString(limit),
                                "state", "OPEN",
                                "granted", Long.toString(units),
                                "claimed", "0",
                                "epoch", "1",
                                "seq", "0",
                                "openFor", runId()));
        redis().set(stock, Long.toString(units));
        return this;
    }

    public List<Object> eval(LuaScript script, String[] keys, String... args) {
        return redis().eval(script.text(), ScriptOutputType.MULTI, keys, args);
    }

    public String[] grabKeys() {
        return new String[] {activity, stock, claims, queue, retry, regrabs};
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
