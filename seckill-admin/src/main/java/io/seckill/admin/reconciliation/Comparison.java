package io.seckill.admin.reconciliation;

import io.seckill.admin.web.Texts;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.reconcile.Reconciler;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Compares the orders of a sale because somebody asked for it, and puts that on record. */
@Component
class Comparison {

    private final Reconciler reconciler;
    private final AuditLog audit;
    private final Texts texts;

    Comparison(Reconciler reconciler, AuditLog audit, Texts texts) {
        this.reconciler = reconciler;
        this.audit = audit;
        this.texts = texts;
    }

    /** On record in the audit log, each repair by itself. Done at once if nothing is off, else after the second look. */
    ReconcileReport run(long activityId, String operator) {
        ReconcileReport report = reconciler.run(activityId, operator);
        audit.noteByItself(
                operator,
                "RECONCILE",
                "activity:" + activityId,
                null,
                Map.of(
                        "consistent",
                        report.consistent(),
                        "gated",
                        report.gated(),
                        "findings",
                        report.findings().size()));
        return report;
    }

    String text(ReconcileReport report, Locale locale) {
        if (report.gated()) {
            return texts.text("reconciled.gated", locale);
        }
        long open = report.findings().stream()
                .filter(finding -> !finding.repaired())
                .count();
        return report.consistent()
                ? texts.text("reconciled.consistent", locale)
                : texts.text("reconciled.open", locale, open);
    }
}
