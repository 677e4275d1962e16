package io.seckill.api.limit;

import io.github.bucket4j.TimeMeter;
import io.seckill.api.identity.UserId;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.stereotype.Component;

/** Turns away a call of {@link RateLimit} whose user has used up the allowance. */
@Aspect
@Component
class RateLimitAspect {

    private final RateLimitProperties settings;
    private final Map<String, UserBuckets> actions = new ConcurrentHashMap<>();

    RateLimitAspect(RateLimitProperties settings) {
        this.settings = settings;
    }

    @Before("@annotation(limit)")
    void turnAwayWhoAsksTooOften(JoinPoint call, RateLimit limit) {
        if (!settings.of(limit.value()).enabled()) {
            return;
        }
        Duration wait = actions.computeIfAbsent(limit.value(), this::buckets).take(user(call));
        if (!wait.isZero()) {
            throw new SeckillException(ErrorCode.RATE_LIMITED, limit.value(), Map.of(), wait, null);
        }
    }

    private UserBuckets buckets(String action) {
        return new UserBuckets(
                settings.of(action), settings.idleExpiry(), settings.maxUsers(), TimeMeter.SYSTEM_NANOTIME);
    }

    private static long user(JoinPoint call) {
        return Arrays.stream(call.getArgs())
                .filter(UserId.class::isInstance)
                .map(UserId.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(call.getSignature() + " takes no UserId"))
                .value();
    }
}
