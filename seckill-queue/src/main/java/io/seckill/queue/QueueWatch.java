package io.seckill.queue;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Looks at all queues every few seconds, for the meters: a scrape must not have to wait for Redis. */
final class QueueWatch implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(QueueWatch.class);

    private final OrderQueue queues;
    private final Consumer<List<QueueSnapshot>> viewer;
    private final OutageLog outages;
    private final long intervalMillis;
    private volatile @Nullable ScheduledExecutorService running;

    QueueWatch(OrderQueue queues, Consumer<List<QueueSnapshot>> viewer, QueueProperties properties) {
        this.queues = queues;
        this.viewer = viewer;
        this.outages = new OutageLog(log, properties.logInterval(), System::nanoTime);
        this.intervalMillis = properties.watchInterval().toMillis();
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "seckill-queue-watch");
            thread.setDaemon(true);
            return thread;
        });
        started.scheduleWithFixedDelay(this::look, 0, intervalMillis, TimeUnit.MILLISECONDS);
        running = started;
    }

    private void look() {
        try {
            viewer.accept(queues.queues().stream().map(queues::snapshot).toList());
            outages.works("Looking at the queues for the meters");
        } catch (RuntimeException e) {
            outages.failed("Looking at the queues for the meters", "they show what was seen last", e);
        }
    }

    @Override
    public synchronized void stop() {
        ScheduledExecutorService stopping = running;
        if (stopping != null) {
            stopping.shutdownNow();
            running = null;
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }
}
