package io.seckill.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Down where a pool should work and no worker lives, a message is older than the limit, or Redis may evict; a process without a
 * pool shows the backlog and is not judged by it.
 */
final class QueueHealthIndicator extends AbstractHealthIndicator {

    private final OrderQueue queues;
    private final RedisConnectionFactory connections;
    private final @Nullable WorkerPool pool;
    private final Duration maxAge;

    QueueHealthIndicator(
            OrderQueue queues, RedisConnectionFactory connections, @Nullable WorkerPool pool, Duration maxAge) {
        super("The queues cannot be looked at");
        this.queues = queues;
        this.connections = connections;
        this.pool = pool;
        this.maxAge = maxAge;
    }

    /** The policy under which a full Redis throws keys away, the queues among them; {@code null} if it does not. */
    private @Nullable String evicts() {
        try (RedisConnection connection = connections.getConnection()) {
            Properties memory = connection.serverCommands().info("memory");
            String policy = memory == null ? null : memory.getProperty("maxmemory_policy");
            return policy == null || policy.equals("noeviction") ? null : policy;
        } catch (RuntimeException e) {
            if (RedisFailure.refused(e)) {
                // INFO is forbidden to this user: nothing is known, and nothing is claimed.
                return null;
            }
            throw e;
        }
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        try {
            look(builder);
        } catch (RuntimeException e) {
            // Not thrown on: Spring would log the whole stack trace at each look, and looks come every few seconds.
            builder.down().withDetail("error", String.valueOf(e.getMessage()));
        }
    }

    private void look(Health.Builder builder) {
        long backlog = 0;
        long oldest = -1;
        List<String> late = new ArrayList<>();
        for (String queue : queues.queues()) {
            QueueSnapshot snapshot = queues.snapshot(queue);
            backlog += snapshot.queued() + snapshot.retrying() + snapshot.inProcessing();
            oldest = Math.max(oldest, snapshot.oldestAgeMillis());
            if (snapshot.oldestAgeMillis() > maxAge.toMillis()) {
                late.add(queue);
            }
        }
        builder.up().withDetail("backlog", backlog).withDetail("oldestAgeMillis", oldest);
        if (!late.isEmpty()) {
            builder.withDetail("late", late);
        }
        if (pool != null) {
            int alive = pool.liveWorkers();
            builder.withDetail("liveWorkers", alive);
            String evicts = evicts();
            if (evicts != null) {
                builder.withDetail("maxmemoryPolicy", evicts);
            }
            if (alive == 0 || !late.isEmpty() || evicts != null) {
                builder.down();
            }
        }
    }
}
