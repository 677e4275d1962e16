package io.seckill.api.limit;

import io.seckill.api.identity.UserId;
import io.seckill.common.SeckillException;
import io.seckill.service.pulse.OrderTally;
import jakarta.servlet.http.HttpServletRequest;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Turns away a call of {@link RateLimit} that is one too many: of its user, of the users of its address, or of its
 * activity. In this order, so that nobody uses up an activity's allowance who is over their own.
 */
@Aspect
@Component
class RateLimitAspect {

    private final Limits limits;
    private final ClientAddresses addresses;
    private final OrderTally tally;

    RateLimitAspect(Limits limits, ClientAddresses addresses, OrderTally tally) {
        this.tally = tally;
        this.limits = limits;
        this.addresses = addresses;
    }

    @Before("@annotation(limit)")
    void turnAwayWhoAsksTooOften(JoinPoint call, RateLimit limit) {
        UserId user = null;
        ActivityCall ofActivity = null;
        for (Object argument : call.getArgs()) {
            user = argument instanceof UserId found ? found : user;
            ofActivity = argument instanceof ActivityCall found ? found : ofActivity;
        }
        if (user == null) {
            throw new IllegalStateException(call.getSignature() + " takes no UserId");
        }
        try {
            limits.call(limit.value(), user.value(), addresses.of(request()));
            if (ofActivity != null) {
                limits.callOf(ofActivity.activityId());
            }
        } catch (SeckillException turnedAway) {
            if (ofActivity != null) {
                tally.turnedAway(ofActivity.activityId());
            }
            throw turnedAway;
        }
    }

    private static HttpServletRequest request() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
