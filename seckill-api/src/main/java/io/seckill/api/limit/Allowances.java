package io.seckill.api.limit;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.service.redis.RedisLink;
import org.springframework.stereotype.Component;

/** Makes the buckets of each limit as the settings say: the node's own, or shared by all nodes. */
@Component
class Allowances {

    private final RateLimitProperties settings;
    private final RedisLink redis;
    private final MeterRegistry meters;

    Allowances(RateLimitProperties settings, RedisLink redis, MeterRegistry meters) {
        this.settings = settings;
        this.redis = redis;
        this.meters = meters;
    }

    /**
     * The buckets of one limit.
     *
     * @param name the limit's name
     * @param limit its figures
     * @param most most buckets that this node remembers
     * @return the buckets; everybody has what there is if the limit is off
     */
    Allowance of(String name, RateLimitProperties.Limit limit, int most) {
        if (!limit.enabled()) {
            return Allowance.UNLIMITED;
        }
        LocalBuckets local = new LocalBuckets(limit.rate(), settings.idleExpiry(), most, TimeMeter.SYSTEM_NANOTIME);
        if (!settings.shared()) {
            return local;
        }
        Counter fallbacks = Counter.builder("seckill.rate-limit.fallbacks")
                .description("calls that this node decided alone, since Redis did not answer for the shared limit")
                .tag("limit", name)
                .register(meters);
        return new SharedBuckets(name, limit.rate(), local, redis, fallbacks);
    }
}
