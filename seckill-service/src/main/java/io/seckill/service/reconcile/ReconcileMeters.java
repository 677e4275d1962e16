package io.seckill.service.reconcile;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.seckill.service.OnWorker;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What the last comparisons came to, for those who watch: {@code seckill.reconcile.findings} (by activity, findings of
 * its last report that nobody has repaired), {@code seckill.reconcile.age} (by activity, seconds since its last report),
 * {@code seckill.reconcile.repairs} (repairs that this process made), {@code seckill.reconcile.activities} (sales that
 * have a report).
 */
@Component
@OnWorker
class ReconcileMeters implements MeterBinder {

    private final LongAdder repairs = new LongAdder();
    private volatile List<LastReport> last = List.of();
    private @Nullable MultiGauge findings;
    private @Nullable MultiGauge ages;

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("seckill.reconcile.repairs", repairs, LongAdder::sum)
                .description("Orders that this process put right")
                .register(registry);
        Gauge.builder("seckill.reconcile.activities", () -> last.size())
                .description("Sales that have been reconciled")
                .register(registry);
        findings = MultiGauge.builder("seckill.reconcile.findings")
                .description("Findings of the last report that nobody has repaired")
                .register(registry);
        ages = MultiGauge.builder("seckill.reconcile.age")
                .description("Seconds since the last report")
                .register(registry);
    }

    /** The last report of each sale as it is now; a sale that is not among them has no gauges any more. */
    synchronized void show(List<LastReport> now) {
        last = now;
        if (findings != null && ages != null) {
            findings.register(rows(now, report -> report.open().size()), true);
            ages.register(rows(now, LastReport::ageSeconds), true);
        }
    }

    private static List<MultiGauge.Row<?>> rows(
            List<LastReport> now, java.util.function.ToDoubleFunction<LastReport> value) {
        return now.stream()
                .<MultiGauge.Row<?>>map(report -> MultiGauge.Row.of(
                        Tags.of("activity", Long.toString(report.activityId())), value.applyAsDouble(report)))
                .toList();
    }

    /** Counts what one run repaired. */
    void count(ReconcileReport report) {
        repairs.add(report.findings().stream().filter(Finding::repaired).count());
    }
}
