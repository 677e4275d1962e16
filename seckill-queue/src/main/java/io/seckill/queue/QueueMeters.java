package io.seckill.queue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** The pool's meters; their names are in the module's README. Those of a queue are as old as the last look. */
final class QueueMeters implements MeterBinder {

    private final WorkerPool pool;
    private final List<QueueGauge> gauges = new ArrayList<>();

    private record QueueGauge(MultiGauge gauge, ToDoubleFunction<QueueSnapshot> value) {}

    QueueMeters(WorkerPool pool) {
        this.pool = pool;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        PoolCounters counters = pool.counters();
        outcome(registry, "done", counters.done);
        outcome(registry, "retried", counters.retried);
        outcome(registry, "buried", counters.buried);
        outcome(registry, "returned", counters.handedBack);
        count(
                registry,
                "seckill.queue.recovered",
                "Messages taken back from workers whose lease ended",
                counters.recovered);
        count(registry, "seckill.queue.leases.lost", "Leases that ended while their worker lived", counters.leasesLost);
        count(registry, "seckill.queue.workers.died", "Worker threads that an error killed", counters.workersDied);
        Gauge.builder("seckill.queue.workers.alive", pool, WorkerPool::liveWorkers)
                .description("Worker threads of this process that live")
                .register(registry);
        FunctionTimer.builder(
                        "seckill.queue.handling",
                        counters,
                        all -> all.batches.sum(),
                        all -> all.handlingNanos.sum(),
                        TimeUnit.NANOSECONDS)
                .description("Time in the handler, a batch each")
                .register(registry);
        gauge(registry, "seckill.queue.waiting", "Messages that wait to be taken", QueueSnapshot::queued);
        gauge(registry, "seckill.queue.in.hand", "Messages in the hands of workers", QueueSnapshot::inProcessing);
        gauge(registry, "seckill.queue.retrying", "Messages that wait for another try", QueueSnapshot::retrying);
        gauge(registry, "seckill.queue.workers", "Processes that consume the queue", QueueSnapshot::workers);
        gauge(
                registry,
                "seckill.queue.oldest.age",
                "Age of the oldest message in seconds, 0 if there is none",
                snapshot -> Math.max(0, snapshot.oldestAgeMillis()) / 1000.0);
    }

    /** The queues as they are now; one that is not among them has no gauges any more. */
    synchronized void show(List<QueueSnapshot> snapshots) {
        for (QueueGauge each : gauges) {
            each.gauge.register(
                    snapshots.stream()
                            .map(snapshot ->
                                    MultiGauge.Row.of(Tags.of("queue", snapshot.queue()), snapshot, each.value))
                            .toList(),
                    true);
        }
    }

    private synchronized void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<QueueSnapshot> value) {
        gauges.add(
                new QueueGauge(MultiGauge.builder(name).description(description).register(registry), value));
    }

    private static void outcome(MeterRegistry registry, String outcome, LongAdder counter) {
        FunctionCounter.builder("seckill.queue.messages", counter, LongAdder::sum)
                .description("Messages by what became of them")
                .tag("outcome", outcome)
                .register(registry);
    }

    private static void count(MeterRegistry registry, String name, String description, LongAdder counter) {
        FunctionCounter.builder(name, counter, LongAdder::sum)
                .description(description)
                .register(registry);
    }
}
