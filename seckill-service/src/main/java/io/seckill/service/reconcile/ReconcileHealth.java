package io.seckill.service.reconcile;

import io.seckill.service.OnWorker;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.stereotype.Component;

/** Down while the last report of any sale has findings that nobody has repaired. */
@Component("seckillReconciliation")
@OnWorker
class ReconcileHealth extends AbstractHealthIndicator {

    private final ReportBook reports;

    ReconcileHealth(ReportBook reports) {
        super("The reports cannot be read");
        this.reports = reports;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<LastReport> last;
        try {
            last = reports.last();
        } catch (RuntimeException e) {
            // Not thrown on: Spring would log the whole stack trace at each look, and looks come every few seconds.
            builder.down().withDetail("error", String.valueOf(e.getMessage()));
            return;
        }
        TreeMap<Long, TreeSet<FindingKind>> open = new TreeMap<>();
        for (LastReport report : last) {
            for (Finding finding : report.open()) {
                open.computeIfAbsent(report.activityId(), id -> new TreeSet<>()).add(finding.kind());
            }
        }
        builder.up().withDetail("reconciled", last.size());
        open.forEach((activity, kinds) -> builder.down().withDetail("activity " + activity, kinds));
    }
}
