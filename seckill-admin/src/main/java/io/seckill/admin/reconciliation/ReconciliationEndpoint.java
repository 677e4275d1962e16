package io.seckill.admin.reconciliation;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.Result;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.reconcile.Reconciler;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Compares the orders of a sale in all stores, for programs. */
@RestController
@RequestMapping("/admin/api/reconciliation")
class ReconciliationEndpoint {

    private static final int MOST_REPORTS = 20;

    private final Reconciler reconciler;
    private final AuditLog audit;
    private final Answers answers;
    private final Texts texts;

    ReconciliationEndpoint(Reconciler reconciler, AuditLog audit, Answers answers, Texts texts) {
        this.reconciler = reconciler;
        this.audit = audit;
        this.answers = answers;
        this.texts = texts;
    }

    /** The newest reports, the newest first. */
    @GetMapping
    ResponseEntity<Result<List<ReportJson>>> reports(HttpServletRequest request, Locale locale) {
        long activityId = RequestId.single("activityId", request.getParameterMap());
        List<ReportJson> reports = reconciler.reports(activityId, MOST_REPORTS).stream()
                .map(ReportJson::of)
                .toList();
        return answers.ok(reports, locale);
    }

    /** On record in the audit log, each repair by itself. Answers at once if nothing is off, else after the second look. */
    @PostMapping("/run")
    ResponseEntity<Result<ReportJson>> run(HttpServletRequest request, Principal operator, Locale locale) {
        long activityId = RequestId.single("activityId", request.getParameterMap());
        ReconcileReport report = reconciler.run(activityId, operator.getName());
        audit.noteByItself(
                operator.getName(),
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
        return answers.ok(ReportJson.of(report), message(report, locale));
    }

    private String message(ReconcileReport report, Locale locale) {
        if (report.gated()) {
            return texts.text("reconciled.gated", locale);
        }
        long open = report.findings().stream()
                .filter(finding -> !finding.repaired())
                .count();
        return report.consistent()
                ? texts.text("reconciled.consistent", locale)
                : texts.text("reconciled.open", locale, Long.toString(open));
    }
}
