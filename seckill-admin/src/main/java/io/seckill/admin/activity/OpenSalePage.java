package io.seckill.admin.activity;

import io.seckill.admin.web.Notices;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.WarmUpResult;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.ending.SaleCloser;
import io.seckill.service.reconcile.RebuildReport;
import io.seckill.service.reconcile.Rebuilder;
import java.security.Principal;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * What an operator does to a sale: warms it up, closes it, rebuilds it. What cannot be taken back is asked about on a page
 * of its own first.
 */
@Controller
@RequestMapping("/activities/{id}")
class OpenSalePage {

    private final WarmUpService warmUps;
    private final SaleCloser closer;
    private final Rebuilder rebuilder;
    private final ActivityScreen screen;
    private final Notices notices;
    private final Texts texts;

    OpenSalePage(
            WarmUpService warmUps,
            SaleCloser closer,
            Rebuilder rebuilder,
            ActivityScreen screen,
            Notices notices,
            Texts texts) {
        this.warmUps = warmUps;
        this.closer = closer;
        this.rebuilder = rebuilder;
        this.screen = screen;
        this.notices = notices;
        this.texts = texts;
    }

    @GetMapping("/warm-up")
    String askToWarmUp(@PathVariable String id, Model model) {
        return screen.ask("warm-up", RequestId.read("id", id), model);
    }

    @PostMapping("/warm-up")
    String warmUp(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            if (!(warmUps.warmUp(activityId, operator.getName()) instanceof WarmUpResult.Warmed warmed)) {
                throw new SeckillException(ErrorCode.ALREADY_WARM, "activity " + activityId + " is warm already");
            }
            return texts.text(warmed.open() ? "warm-up.done" : "warm-up.gated", locale, warmed.units());
        };
        return done(activityId, press, locale, redirect);
    }

    @GetMapping("/close")
    String askToClose(@PathVariable String id, Model model) {
        return screen.ask("close", RequestId.read("id", id), model);
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
        return screen.ask("rebuild", RequestId.read("id", id), model);
    }

    @PostMapping("/rebuild")
    String rebuild(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            RebuildReport report = rebuilder.rebuild(activityId, operator.getName());
            return texts.text(
                    "rebuild.done",
                    locale,
                    report.remaining(),
                    report.stored(),
                    report.waiting(),
                    report.dead(),
                    report.voided());
        };
        return done(activityId, press, locale, redirect);
    }

    private String done(long activityId, Supplier<String> press, Locale locale, RedirectAttributes redirect) {
        redirect.addFlashAttribute("notice", notices.of(activityId, press, locale));
        return "redirect:/activities/" + activityId;
    }
}
