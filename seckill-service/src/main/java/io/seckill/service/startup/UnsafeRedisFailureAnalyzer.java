package io.seckill.service.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says the sentence and the way out instead of a stack trace. */
final class UnsafeRedisFailureAnalyzer extends AbstractFailureAnalyzer<UnsafeRedisException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsafeRedisException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Give the Redis on " + cause.address() + " a password (requirepass, or an ACL user) and set"
                        + " spring.data.redis.password; or, where a network of your own is all the protection you want,"
                        + " set seckill.startup.allow-unsafe-redis=true.",
                cause);
    }
}
