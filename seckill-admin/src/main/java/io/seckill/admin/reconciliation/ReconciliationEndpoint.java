package io.seckill.admin.reconciliation;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.RequestId;
import io.seckill.common.Result;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.reconcile.Reconciler;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
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
    private final Comparison comparison;
    private final Answers answers;

    ReconciliationEndpoint(Reconciler reconciler, Comparison comparison, Answers answers) {
        this.reconciler = reconciler;
        this.comparison = comparison;
        this.answers = answers;
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

    /** Answers at once if nothing is off, else after the second look. */
    @PostMapping("/run")
    ResponseEntity<Result<ReportJson>> run(HttpServletRequest request, Principal operator, Locale locale) {
        long activityId = RequestId.single("activityId", request.getParameterMap());
        ReconcileReport report = comparison.run(activityId, operator.getName());
        return answers.ok(ReportJson.of(report), comparison.text(report, locale));
    }
}
