package io.seckill.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** How long a caller waits for an answer of Redis before it gives the call up. */
final class RedisTimeout {

    private RedisTimeout() {}

    /** The driver's command time-out, or {@code null} if it does not tell. */
    static @Nullable Duration of(RedisConnectionFactory connections) {
        return connections instanceof LettuceConnectionFactory lettuce
                ? lettuce.getClientConfiguration().getCommandTimeout()
                : null;
    }
}
