package io.seckill.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Settings that are each in range and do not fit together. */
final class StartChecks {

    private static final Logger log = LoggerFactory.getLogger(StartChecks.class);
    private static final int HIKARI_DEFAULT = 10;

    private StartChecks() {}

    /**
     * Refuses a lease that a single slow command can outlast.
     *
     * @throws QueueSettingsException if the command time-out is not shorter than the lease
     */
    static void timeouts(QueueProperties properties, RedisConnectionFactory connections) {
        Duration timeout = RedisTimeout.of(connections);
        if (timeout != null && timeout.compareTo(properties.lease()) >= 0) {
            throw new QueueSettingsException(
                    "The command time-out of Redis is " + timeout.toMillis() + " ms and seckill.queue.lease is "
                            + properties.lease().toMillis()
                            + " ms: a worker would lose its messages while it waits for a single answer.",
                    "Set spring.data.redis.timeout well below seckill.queue.lease, for instance 2s and 15s.");
        }
    }

    /** What to warn of if more threads handle messages than the database pool has connections, or {@code null}. */
    static @Nullable String threads(QueueProperties properties, Environment environment) {
        if (!environment.containsProperty("spring.datasource.url")) {
            return null;
        }
        Integer pool = environment.getProperty("spring.datasource.hikari.maximum-pool-size", Integer.class);
        int connections = pool == null ? HIKARI_DEFAULT : pool;
        if (properties.threads() <= connections) {
            return null;
        }
        return "seckill.queue.threads is " + properties.threads() + " and the database pool has " + connections
                + " connections: threads will wait for each other. Rule: messages per second x seconds per message,"
                + " and never more than the pool.";
    }

    static void warn(QueueProperties properties, Environment environment) {
        String warning = threads(properties, environment);
        if (warning != null) {
            log.warn("{}", warning);
        }
    }
}
