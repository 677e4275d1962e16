package io.seckill.queue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential back-off with jitter: the wait doubles with each failure, less a random part of up to half of it. */
final class RetryPolicy {

    private final long initialMillis;
    private final long maxMillis;
    private final RandomGenerator random;

    RetryPolicy(Duration initial, Duration max, RandomGenerator random) {
        this.initialMillis = initial.toMillis();
        this.maxMillis = Math.max(max.toMillis(), initialMillis);
        this.random = random;
    }

    /**
     * The wait after a failure.
     *
     * @param failures how often it failed by now, at least 1
     * @return milliseconds, at least 1
     */
    long delayMillis(int failures) {
        int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(initialMillis) - 1);
        long full = Math.min(initialMillis << doublings, maxMillis);
        long least = Math.max(1, full / 2);
        return least + (full > least ? random.nextLong(full - least + 1) : 0);
    }
}
