package io.seckill.api.limit;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** All limits there are, each of which turns away who has used up the allowance. */
@Component
class Limits {

    /** Made-up ids included; a shop has tens of activities. */
    private static final int MOST_ACTIVITIES = 10_000;

    private final RateLimitProperties settings;
    private final Allowances allowances;
    private final MeterRegistry meters;
    private final Map<String, Allowance> byAction = new ConcurrentHashMap<>();
    private final Map<String, Counter> refused = new ConcurrentHashMap<>();
    private final Allowance byAddress;
    private final Allowance byActivity;
    private final DistinctUsers distinctUsers;

    Limits(RateLimitProperties settings, Allowances allowances, MeterRegistry meters) {
        this.settings = settings;
        this.allowances = allowances;
        this.meters = meters;
        this.byAddress = allowances.of("ip", settings.ip(), settings.maxAddresses());
        this.byActivity = allowances.of("activity", settings.activity(), MOST_ACTIVITIES);
        this.distinctUsers = new DistinctUsers(settings, TimeMeter.SYSTEM_NANOTIME);
    }

    /**
     * A call from an address.
     *
     * @param address the client's, as {@link ClientAddresses} reads it
     * @throws SeckillException RATE_LIMITED
     */
    void call(long address) {
        require("ip", byAddress.take(address));
    }

    /**
     * A call by a user, whose parameters have been found good.
     *
     * @param action what it is counted as
     * @param userId the user, as the identity proved it
     * @param address the client's
     * @throws SeckillException RATE_LIMITED
     */
    void call(String action, long userId, long address) {
        require("distinct-users", distinctUsers.take(address, userId));
        Allowance allowance =
                byAction.computeIfAbsent(action, name -> allowances.of(name, settings.of(name), settings.maxUsers()));
        require(action, allowance.take(userId));
    }

    /**
     * A call that was not turned away before and goes on to an activity.
     *
     * @param activityId the activity
     * @throws SeckillException RATE_LIMITED
     */
    void callOf(long activityId) {
        require("activity", byActivity.take(activityId));
    }

    private void require(String limit, Duration wait) {
        if (wait.isZero()) {
            return;
        }
        refused.computeIfAbsent(limit, this::counter).increment();
        throw new SeckillException(ErrorCode.RATE_LIMITED, limit, Map.of(), wait, null);
    }

    private Counter counter(String limit) {
        return Counter.builder("seckill.rate-limit.refused")
                .description("calls that were turned away")
                .tag("limit", limit)
                .register(meters);
    }
}
