package io.seckill.admin.reconciliation;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Notices;
import io.seckill.admin.web.RequestId;
import io.seckill.service.activity.Activity;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.reconcile.LastReport;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.reconcile.Reconciler;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Whether the stores agree, for people: over all sales, and one with its figures, differences and reports. */
@Controller
@RequestMapping("/reconciliation")
class ReconciliationPage {

    private static final int MOST_REPORTS = 20;

    private final Reconciler reconciler;
    private final Comparison comparison;
    private final ActivityMonitor monitor;
    private final ConsoleZone zone;
    private final Notices notices;

    ReconciliationPage(
            Reconciler reconciler, Comparison comparison, ActivityMonitor monitor, ConsoleZone zone, Notices notices) {
        this.reconciler = reconciler;
        this.comparison = comparison;
        this.monitor = monitor;
        this.zone = zone;
        this.notices = notices;
    }

    /**
     * A sale in the list.
     *
     * @param id the activity
     * @param name for people
     * @param gated whether its gate is shut
     * @param ageSeconds how long ago it was compared; {@code null} if it never was
     * @param open findings that nobody has repaired
     */
    record Line(
            String id, String name, boolean gated, @Nullable Long ageSeconds, int open) {}

    /**
     * A report.
     *
     * @param finished local time
     * @param report what it came to
     */
    record Dated(String finished, ReconcileReport report) {}

    @GetMapping
    String list(Model model) {
        Map<Long, LastReport> last = reconciler.lastReports().stream()
                .collect(Collectors.toMap(LastReport::activityId, Function.identity()));
        List<Line> lines = monitor.overview().stream()
                .filter(one -> one.activity().state().isInRedis())
                .map(one -> line(one, last.get(one.activity().id())))
                .toList();
        model.addAttribute("rows", lines);
        return "reconciliations";
    }

    private static Line line(ActivityMonitor.Overview one, @Nullable LastReport last) {
        Activity activity = one.activity();
        return new Line(
                Long.toString(activity.id()),
                activity.name(),
                one.redis() == null || !one.redis().open(),
                last == null ? null : Math.round(last.ageSeconds()),
                last == null ? 0 : last.open().size());
    }

    @GetMapping("/{id}")
    String one(@PathVariable String id, Model model) {
        long activityId = RequestId.read("id", id);
        Activity activity = monitor.overview(activityId).activity();
        List<Dated> reports = reconciler.reports(activityId, MOST_REPORTS).stream()
                .map(report -> new Dated(zone.local(report.finishedAt()), report))
                .toList();
        model.addAttribute("id", Long.toString(activityId));
        model.addAttribute("name", activity.name());
        model.addAttribute("warm", activity.state().isInRedis());
        model.addAttribute("books", monitor.snapshot(activityId));
        model.addAttribute("last", reports.isEmpty() ? null : reports.get(0));
        model.addAttribute("reports", reports);
        model.addAttribute("zone", zone.label());
        return "reconciliation";
    }

    @PostMapping("/{id}/run")
    String run(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        redirect.addFlashAttribute(
                "notice",
                notices.of(
                        activityId,
                        () -> comparison.text(comparison.run(activityId, operator.getName()), locale),
                        locale));
        return "redirect:/reconciliation/" + activityId;
    }
}
