package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Notices;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.WarmUpResult;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.ending.SaleCloser;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.reconcile.RebuildReport;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.stock.StockChangeService;
import java.security.Principal;
import java.time.Clock;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * What an operator does to a sale: warms it up, changes its stock, closes it, rebuilds it. What cannot be taken back is
 * asked about on a page of its own first.
 */
@Controller
@RequestMapping("/activities/{id}")
class OpenSalePage {

    private final WarmUpService warmUps;
    private final StockChangeService changes;
    private final SaleCloser closer;
    private final Rebuilder rebuilder;
    private final ActivityMonitor monitor;
    private final ConsoleZone zone;
    private final Notices notices;
    private final Texts texts;
    private final Clock clock;

    OpenSalePage(
            WarmUpService warmUps,
            StockChangeService changes,
            SaleCloser closer,
            Rebuilder rebuilder,
            ActivityMonitor monitor,
            ConsoleZone zone,
            Notices notices,
            Texts texts,
            Clock clock) {
        this.warmUps = warmUps;
        this.changes = changes;
        this.closer = closer;
        this.rebuilder = rebuilder;
        this.monitor = monitor;
        this.zone = zone;
        this.notices = notices;
        this.texts = texts;
        this.clock = clock;
    }

    @GetMapping("/warm-up")
    String askToWarmUp(@PathVariable String id, Model model) {
        return ask("warm-up", id, model);
    }

    @PostMapping("/warm-up")
    String warmUp(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            if (!(warmUps.warmUp(activityId, operator.getName()) instanceof WarmUpResult.Warmed warmed)) {
                throw new SeckillException(ErrorCode.ALREADY_WARM, "activity " + activityId + " is warm already");
            }
            return texts.text(warmed.open() ? "warm-up.done" : "warm-up.gated", locale, Long.toString(warmed.units()));
        };
        return done(activityId, press, locale, redirect);
    }

    @PostMapping("/stock")
    String stock(
            @PathVariable String id,
            @ModelAttribute StockForm form,
            Principal operator,
            Locale locale,
            RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> StockOutcome.text(
                changes.change(activityId, form.readUnits(), form.source(), operator.getName()), texts, locale);
        return done(activityId, press, locale, redirect);
    }

    @GetMapping("/close")
    String askToClose(@PathVariable String id, Model model) {
        return ask("close", id, model);
    }

    @PostMapping("/close")
    String close(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            closer.close(activityId, operator.getName());
            return texts.text("close.done", locale);
        };
        return done(activityId, press, locale, redirect);
    }

    @GetMapping("/rebuild")
    String askToRebuild(@PathVariable String id, Model model) {
        return ask("rebuild", id, model);
    }

    @PostMapping("/rebuild")
    String rebuild(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            RebuildReport report = rebuilder.rebuild(activityId, operator.getName());
            return texts.text(
                    "rebuild.done",
                    locale,
                    Long.toString(report.remaining()),
                    Long.toString(report.stored()),
                    Long.toString(report.waiting()),
                    Long.toString(report.dead()),
                    Integer.toString(report.voided()));
        };
        return done(activityId, press, locale, redirect);
    }

    private String ask(String question, String id, Model model) {
        model.addAttribute("question", question);
        model.addAttribute("row", ActivityRow.of(monitor.overview(RequestId.read("id", id)), zone, clock.instant()));
        return "activity-ask";
    }

    private String done(long activityId, Supplier<String> press, Locale locale, RedirectAttributes redirect) {
        redirect.addFlashAttribute("notice", notices.of(activityId, press, locale));
        return "redirect:/activities/" + activityId;
    }
}
