package io.seckill.api.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * How many users may come from one address. A user who is new there takes a token out of the address's bucket; one who
 * has been seen there takes none. So a family or an office shops undisturbed, and a farm of accounts behind one address
 * is no faster than its bucket.
 */
final class DistinctUsers {

    private final boolean enabled;
    private final LocalBuckets newcomers;
    private final Cache<Visitor, Boolean> seen;

    private record Visitor(long address, long userId) {}

    DistinctUsers(RateLimitProperties settings, TimeMeter time) {
        RateLimitProperties.DistinctUsers limit = settings.distinctUsers();
        this.enabled = limit.enabled();
        this.newcomers = new LocalBuckets(limit.rate(), settings.idleExpiry(), settings.maxAddresses(), time);
        this.seen = Caffeine.newBuilder()
                // Tidied by whoever writes: waking another thread for each new key costs an order more than the
                // tidying.
                .executor(Runnable::run)
                .maximumSize(settings.maxUsers())
                .expireAfterAccess(limit.rememberedFor())
                .ticker(time::currentTimeNanos)
                .build();
    }

    /**
     * Notes that a user comes from an address.
     *
     * @param address the address
     * @param userId the user
     * @return zero, or how long until one more new user may come from there
     */
    Duration take(long address, long userId) {
        if (!enabled) {
            return Duration.ZERO;
        }
        Duration[] wait = {Duration.ZERO};
        // One token a newcomer, however many calls of theirs arrive at once; who is refused is not remembered.
        seen.get(new Visitor(address, userId), visitor -> {
            wait[0] = newcomers.take(address);
            return wait[0].isZero() ? Boolean.TRUE : null;
        });
        return wait[0];
    }

    /** {@return how many pairs of address and user are remembered} */
    long size() {
        seen.cleanUp();
        return seen.estimatedSize();
    }
}
