package io.seckill.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Down where a pool should work and no worker lives, or where a message is older than the limit; a process without a
 * pool shows the backlog and is not judged by it.
 */
final class QueueHealthIndicator extends AbstractHealthIndicator {

    private final OrderQueue queues;
    private final @Nullable WorkerPool pool;
    private final Duration maxAge;

    QueueHealthIndicator(OrderQueue queues, @Nullable WorkerPool pool, Duration maxAge) {
        super("The queues cannot be looked at");
        this.queues = queues;
        this.pool = pool;
        this.maxAge = maxAge;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
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
            if (alive == 0 || !late.isEmpty()) {
                builder.down();
            }
        }
    }
}
