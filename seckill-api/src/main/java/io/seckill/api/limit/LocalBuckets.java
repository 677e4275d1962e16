package io.seckill.api.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.MathType;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.Function;

/**
 * The token buckets of one limit on this node. A bucket that has been left alone until it is full again is as good as a
 * new one, so it is forgotten after seconds; and whatever number of keys is made up, there is a most of them.
 *
 * <p>Kept are Bucket4j's states alone, by their keys. A bucket around each of them would add views, a configuration and a
 * reference of its own, twice the bytes again, and what a new buyer leaves behind is what the collector has to carry.
 */
final class LocalBuckets implements Allowance {

    private final BucketConfiguration limit;
    private final TimeMeter time;
    private final Cache<Long, BucketState> buckets;
    private final Function<Long, BucketState> full = key -> full();

    /**
     * @param rate the figures of each bucket
     * @param idleExpiry how long a bucket that nobody takes from is kept; raised to the time in which it fills up
     * @param most most buckets at a time
     * @param time the timer
     */
    LocalBuckets(Rate rate, Duration idleExpiry, int most, TimeMeter time) {
        this.limit = BucketConfiguration.builder()
                .addLimit(each -> each.capacity(rate.capacity()).refillIntervally(rate.refill(), rate.period()))
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
        BucketState bucket = buckets.get(key, full);
        // A few dozen nanoseconds that nothing in them can lengthen; a copy for each try would be garbage for each
        // call.
        synchronized (bucket) {
            long now = time.currentTimeNanos();
            bucket.refillAllBandwidth(now);
            if (bucket.getAvailableTokens() >= 1) {
                bucket.consume(1);
                return Duration.ZERO;
            }
            return Duration.ofNanos(Math.max(1, bucket.calculateDelayNanosAfterWillBePossibleToConsume(1, now, true)));
        }
    }

    /** {@return how many buckets there are, once what is too much has been thrown away} */
    long size() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }

    private BucketState full() {
        return BucketState.createInitialState(limit, MathType.INTEGER_64_BITS, time.currentTimeNanos());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
