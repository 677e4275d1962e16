package io.seckill.queue;

import java.util.function.LongSupplier;

/**
 * The clock of Redis as its replies tell it; between them it goes on by the monotonic timer, so that steps of this
 * machine's clock do not matter. It may be behind, by the way of the reply, and never ahead.
 */
final class RedisClock {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final LongSupplier nanoTime;
    private volatile long offset = UNKNOWN;

    RedisClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A reply that just came said this time (epoch ms). */
    void observe(long redisMillis) {
        offset = redisMillis - nanoTime.getAsLong() / 1_000_000;
    }

    /** Epoch milliseconds after so many from now; 0 as long as no reply has told the time. */
    long after(long millis) {
        long known = offset;
        return known == UNKNOWN ? 0 : known + nanoTime.getAsLong() / 1_000_000 + millis;
    }
}
