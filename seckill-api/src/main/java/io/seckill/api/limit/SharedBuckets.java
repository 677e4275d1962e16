package io.seckill.api.limit;

import io.micrometer.core.instrument.Counter;
import io.seckill.common.RedisKeys;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token buckets of one limit, kept in Redis for all nodes together. The node's own buckets are asked first: they
 * spare Redis whoever is over the limit on this node alone, and they are what remains when Redis does not answer, so a
 * Redis that is away neither locks anybody out nor opens the gates.
 */
final class SharedBuckets implements Allowance {

    private static final Logger log = LoggerFactory.getLogger(SharedBuckets.class);
    private static final LuaScript TAKE = LuaScript.load("limit/take_token.lua");

    /** A limit is not worth waiting for: slower than this, and the node decides alone. */
    private static final long PATIENCE_MS = 200;

    /** After a failure the next question is put so much later, so that a Redis that hangs delays a few calls only. */
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private static final long SAY_EVERY_NANOS = 10_000_000_000L;

    private final String name;
    private final Rate rate;
    private final Allowance local;
    private final RedisLink redis;
    private final Counter fallbacks;
    private final AtomicLong askAgainAt = new AtomicLong(System.nanoTime());
    private final AtomicLong sayAgainAt = new AtomicLong(System.nanoTime());

    /**
     * @param name the limit's name, part of the keys in Redis
     * @param rate the figures of each bucket
     * @param local the node's own buckets
     * @param redis where the shared ones are
     * @param fallbacks counts the calls that the node decided alone
     */
    SharedBuckets(String name, Rate rate, Allowance local, RedisLink redis, Counter fallbacks) {
        this.name = name;
        this.rate = rate;
        this.local = local;
        this.redis = redis;
        this.fallbacks = fallbacks;
    }

    @Override
    public Duration take(long key) {
        Duration wait = local.take(key);
        if (!wait.isZero()) {
            return wait;
        }
        if (System.nanoTime() - askAgainAt.get() < 0) {
            fallbacks.increment();
            return Duration.ZERO;
        }
        return takeShared(key);
    }

    private Duration takeShared(long key) {
        try {
            List<Object> answer = redis.eval(
                            TAKE,
                            new String[] {RedisKeys.rateLimit(name, key)},
                            Integer.toString(rate.capacity()),
                            Integer.toString(rate.refill()),
                            Long.toString(rate.period().toMillis()),
                            Long.toString(rate.timeToFill().toMillis()))
                    .toCompletableFuture()
                    .get(PATIENCE_MS, TimeUnit.MILLISECONDS);
            return Duration.ofMillis((Long) answer.get(0));
        } catch (ExecutionException | TimeoutException e) {
            decideAlone(
                    e.getCause() == null
                            ? "no answer"
                            : String.valueOf(e.getCause().getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            decideAlone("interrupted");
        }
        return Duration.ZERO;
    }

    private void decideAlone(String why) {
        fallbacks.increment();
        long now = System.nanoTime();
        askAgainAt.set(now + PAUSE_NANOS);
        long due = sayAgainAt.get();
        if (now - due >= 0 && sayAgainAt.compareAndSet(due, now + SAY_EVERY_NANOS)) {
            log.warn("[entry] the shared limit '{}' cannot be asked in Redis ({}); each node limits alone", name, why);
        }
    }
}
