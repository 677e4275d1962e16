package io.seckill.admin.activity;

import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.ending.SaleCloser;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.stock.StockChangeService;
import java.security.Principal;
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

/** What an operator does to a sale that is on: changes its stock, closes it. */
@Controller
@RequestMapping("/activities/{id}")
class OpenSalePage {

    private static final String LIST = "redirect:/activities";

    private final StockChangeService changes;
    private final SaleCloser closer;
    private final ActivityMonitor monitor;
    private final Texts texts;

    OpenSalePage(StockChangeService changes, SaleCloser closer, ActivityMonitor monitor, Texts texts) {
        this.changes = changes;
        this.closer = closer;
        this.monitor = monitor;
        this.texts = texts;
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
        redirect.addFlashAttribute("notice", notice(activityId, press, locale));
        return LIST;
    }

    /** Closing cannot be undone, so it is asked about first. */
    @GetMapping("/close")
    String askToClose(@PathVariable String id, Model model) {
        Activity activity = monitor.overview(RequestId.read("id", id)).activity();
        model.addAttribute("id", Long.toString(activity.id()));
        model.addAttribute("name", activity.name());
        return "close";
    }

    @PostMapping("/close")
    String close(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        long activityId = RequestId.read("id", id);
        Supplier<String> press = () -> {
            closer.close(activityId, operator.getName());
            return texts.text("close.done", locale);
        };
        redirect.addFlashAttribute("notice", notice(activityId, press, locale));
        return LIST;
    }

    private ActivitiesPage.Notice notice(long id, Supplier<String> press, Locale locale) {
        String name = texts.text("notice.activity", locale, Long.toString(id));
        try {
            return new ActivitiesPage.Notice(true, name + press.get());
        } catch (SeckillException refusal) {
            if (refusal.code() == ErrorCode.SYSTEM_BUSY) {
                throw refusal;
            }
            return new ActivitiesPage.Notice(false, name + texts.of(refusal, locale));
        }
    }
}
