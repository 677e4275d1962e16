package io.seckill.lock.kit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two counters in Redis, each with its history. The unguarded one is read and written blindly, as most data under a lock
 * are. The guarded one is told the fencing token with the read and with the write and refuses a smaller one than it has
 * seen; told with the write alone, it would let a late holder in between the read and the write of the next.
 */
final class FuzzCounters implements AutoCloseable {

    private static final String GUARDED_READ = """
            if tonumber(redis.call('GET', KEYS[2]) or '0') > tonumber(ARGV[1]) then return -1 end
            redis.call('SET', KEYS[2], ARGV[1])
            return tonumber(redis.call('GET', KEYS[1]) or '0')
            """;
    private static final String GUARDED_WRITE = """
            if tonumber(redis.call('GET', KEYS[2]) or '0') > tonumber(ARGV[1]) then return 0 end
            redis.call('SET', KEYS[1], ARGV[2])
            redis.call('RPUSH', KEYS[3], ARGV[2])
            return 1
            """;
    private static final String BLIND_WRITE = """
            redis.call('SET', KEYS[1], ARGV[1] + 1)
            redis.call('RPUSH', KEYS[2], ARGV[2] .. ' ' .. ARGV[1])
            return 1
            """;

    private final RedisClient client;
    private final RedisCommands<String, String> redis;
    private final String prefix;

    FuzzCounters(RedisAddress address, String prefix) {
        this.client = RedisClient.create(address.uri());
        this.redis = client.connect().sync();
        this.prefix = prefix;
    }

    private String key(String what) {
        return prefix + ":" + what;
    }

    long read() {
        String value = redis.get(key("blind"));
        return value == null ? 0 : Long.parseLong(value);
    }

    void write(long valueRead, String attempt) {
        redis.eval(
                BLIND_WRITE,
                ScriptOutputType.INTEGER,
                new String[] {key("blind"), key("blind:history")},
                Long.toString(valueRead),
                attempt);
    }

    /** @return the value, or -1 if a larger token was seen already */
    long guardedRead(long token) {
        return redis.<Long>eval(
                GUARDED_READ,
                ScriptOutputType.INTEGER,
                new String[] {key("guarded"), key("guarded:token")},
                Long.toString(token));
    }

    boolean guardedWrite(long value, long token) {
        return redis.<Long>eval(
                        GUARDED_WRITE,
                        ScriptOutputType.INTEGER,
                        new String[] {key("guarded"), key("guarded:token"), key("guarded:history")},
                        Long.toString(token),
                        Long.toString(value))
                == 1;
    }

    long guarded() {
        String value = redis.get(key("guarded"));
        return value == null ? 0 : Long.parseLong(value);
    }

    /** @return each write in order: who wrote, and what that one had read */
    List<String> history() {
        return redis.lrange(key("blind:history"), 0, -1);
    }

    /** @return each value in the order in which it was written */
    List<String> guardedHistory() {
        return redis.lrange(key("guarded:history"), 0, -1);
    }

    /** The attempt has come to its end and says what became of its lock. */
    void ended(String attempt, String outcome) {
        redis.hset(key("ended"), attempt, outcome);
    }

    String outcome(String attempt) {
        return redis.hget(key("ended"), attempt);
    }

    long ended(String outcome) {
        return redis.hvals(key("ended")).stream().filter(outcome::equals).count();
    }

    void refused() {
        redis.incr(key("refused"));
    }

    long refusals() {
        String value = redis.get(key("refused"));
        return value == null ? 0 : Long.parseLong(value);
    }

    /** Nobody begins before all have come: else the first may have finished before the second has started. */
    void awaitAll(int processes) {
        redis.incr(key("ready"));
        while (Integer.parseInt(redis.get(key("ready"))) < processes) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    void stop() {
        redis.set(key("stop"), "1");
    }

    boolean isStopped() {
        return redis.get(key("stop")) != null;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
