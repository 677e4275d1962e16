package io.seckill.api.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * The token buckets of one limit on this node. A bucket that has been left alone until it is full again is as good as a
 * new one, so it is forgotten after seconds; and whatever number of keys is made up, there is a most of them.
 */
final class LocalBuckets implements Allowance {

    private final Bandwidth limit;
    private final TimeMeter time;
    private final Cache<Long, Bucket> buckets;

    /**
     * @param rate the figures of each bucket
     * @param idleExpiry how long a bucket that nobody takes from is kept; raised to the time in which it fills up
     * @param most most buckets at a time
     * @param time the timer
     */
    LocalBuckets(Rate rate, Duration idleExpiry, int most, TimeMeter time) {
        this.limit = Bandwidth.builder()
                .capacity(rate.capacity())
                .refillIntervally(rate.refill(), rate.period())
                .build();
        this.time = time;
        this.buckets = Caffeine.newBuilder()
                // Tidied by whoever writes: waking another thread for each new key costs an order more than the
                // tidying.
                .executor(Runnable::run)
                .maximumSize(most)
                .expireAfterAccess(longer(idleExpiry, rate.timeToFill()))
                .ticker(time::currentTimeNanos)
                .build();
    }

    @Override
    public Duration take(long key) {
        ConsumptionProbe probe = buckets.get(key, this::full).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(Math.max(1, probe.getNanosToWaitForRefill()));
    }

    /** {@return how many buckets there are, once what is too much has been thrown away} */
    long size() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private Bucket full(long key) {
        return Bucket.builder().addLimit(limit).withCustomTimePrecision(time).build();
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
