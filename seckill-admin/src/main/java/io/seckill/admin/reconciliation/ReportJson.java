package io.seckill.admin.reconciliation;

import io.seckill.service.reconcile.Finding;
import io.seckill.service.reconcile.FindingKind;
import io.seckill.service.reconcile.ReconcileReport;
import java.time.Instant;
import java.util.List;

/**
 * What one comparison of a sale's orders came to.
 *
 * @param activityId the activity
 * @param startedAt when it began
 * @param finishedAt when it ended
 * @param gated whether nothing was compared because the sale is shut
 * @param consistent whether nothing is off any more
 * @param claims claims that were looked at
 * @param orders live orders that were looked at
 * @param suspects what looked wrong at first and was looked at again
 * @param findings what was wrong twice
 */
record ReportJson(
        String activityId,
        Instant startedAt,
        Instant finishedAt,
        boolean gated,
        boolean consistent,
        long claims,
        long orders,
        int suspects,
        List<FindingJson> findings) {

    /**
     * One thing that is off.
     *
     * @param kind in what way
     * @param orderId the order; 0 if it cannot be read
     * @param userId its user; 0 if it cannot be read
     * @param text what was found, in English
     * @param repaired whether it was put right
     */
    record FindingJson(FindingKind kind, String orderId, String userId, String text, boolean repaired) {

        static FindingJson of(Finding finding) {
            return new FindingJson(
                    finding.kind(),
                    Long.toString(finding.orderId()),
                    Long.toString(finding.userId()),
                    finding.text(),
                    finding.repaired());
        }
    }

    static ReportJson of(ReconcileReport report) {
        return new ReportJson(
                Long.toString(report.activityId()),
                report.startedAt(),
                report.finishedAt(),
                report.gated(),
                report.consistent(),
                report.claims(),
                report.orders(),
                report.suspects(),
                report.findings().stream().map(FindingJson::of).toList());
    }
}
