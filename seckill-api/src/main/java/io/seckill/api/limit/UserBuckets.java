package io.seckill.api.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * The token buckets of one action, one a user. A bucket that has been left alone until it is full again is as good as a
 * new one, so it is forgotten after seconds.
 */
final class UserBuckets {

    private static final Duration REFILL = Duration.ofSeconds(1);

    private final RateLimitProperties.Limit limit;
    private final TimeMeter time;
    private final Cache<Long, Bucket> buckets;

    UserBuckets(RateLimitProperties.Limit limit, Duration idleExpiry, int maxUsers, TimeMeter time) {
        this.limit = limit;
        this.time = time;
        this.buckets = Caffeine.newBuilder()
                .maximumSize(maxUsers)
                .expireAfterAccess(longer(idleExpiry, timeToFill(limit)))
                .ticker(time::currentTimeNanos)
                .build();
    }

    /**
     * Takes one call off a user's allowance.
     *
     * @param userId the user
     * @return zero if it was taken, else how long until there is one to take
     */
    Duration take(long userId) {
        ConsumptionProbe probe = buckets.get(userId, this::full).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? Duration.ZERO : Duration.ofNanos(Math.max(1, probe.getNanosToWaitForRefill()));
    }

    /** Filled up once a second rather than drop by drop: nobody gets more than the capacity into their first second. */
    private Bucket full(long userId) {
        return Bucket.builder()
                .addLimit(rule -> rule.capacity(limit.capacity()).refillIntervally(limit.perSecond(), REFILL))
                .withCustomTimePrecision(time)
                .build();
    }

    private static Duration timeToFill(RateLimitProperties.Limit limit) {
        return REFILL.multipliedBy(1 + (limit.capacity() - 1) / limit.perSecond() + 1);
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
