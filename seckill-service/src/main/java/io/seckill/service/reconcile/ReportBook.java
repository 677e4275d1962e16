package io.seckill.service.reconcile;

import io.seckill.service.database.Transactions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the reports, as JSON in MySQL. */
@Component
class ReportBook {

    private final ReportMapper reports;
    private final JsonMapper json;
    private final Transactions transactions;
    private final ReconcileProperties properties;

    ReportBook(ReportMapper reports, JsonMapper json, Transactions transactions, ReconcileProperties properties) {
        this.reports = reports;
        this.json = json;
        this.transactions = transactions;
        this.properties = properties;
    }

    /** {@return the activities that it is time to reconcile} */
    List<Long> due() {
        return reports.due(properties.interval().toSeconds());
    }

    /** {@return the number of a run that begins now: from here on the activity is not due} */
    long begin(long activityId) {
        return transactions.in(() -> {
            reports.begin(activityId);
            return reports.begunId();
        });
    }

    ReportMapper.Times times(long run) {
        return reports.times(run);
    }

    void finish(long run, ReconcileReport report) {
        reports.finish(run, report.finishedAt(), report.consistent(), json.writeValueAsString(report));
        reports.forgetOlder(report.activityId(), properties.keepReports().toSeconds());
    }

    void forget(long run) {
        reports.forget(run);
    }

    List<ReconcileReport> newest(long activityId, int limit) {
        return reports.newest(activityId, limit).stream().map(this::read).toList();
    }

    List<LastReport> last() {
        return reports.last().stream()
                .map(last -> new LastReport(last.activityId(), last.ageMillis() / 1000.0, open(last.report())))
                .toList();
    }

    private List<Finding> open(@Nullable String report) {
        return report == null
                ? List.of()
                : read(report).findings().stream()
                        .filter(finding -> !finding.repaired())
                        .toList();
    }

    private ReconcileReport read(String report) {
        return json.readValue(report, ReconcileReport.class);
    }
}
