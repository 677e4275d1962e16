package io.seckill.api.limit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A call that a user may make only so often. The method takes the {@link io.seckill.api.identity.UserId} as one of its
 * arguments; one that takes an {@link ActivityCall} too is counted against that activity besides. The user counts among
 * those of the client's address. The figures are under {@code seckill.rate-limit}: {@code <action>},
 * {@code distinct-users}, {@code activity}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RateLimit {

    /** The action that is counted; calls of the same action share one allowance. */
    String value();
}
