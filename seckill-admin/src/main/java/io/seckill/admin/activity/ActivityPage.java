package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Notice;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.ActivityMonitor;
import java.security.Principal;
import java.time.Clock;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** All of one activity, what can be done to it, and the form to edit it. */
@Controller
@RequestMapping("/activities/{id}")
class ActivityPage {

    private final ActivityEditor editor;
    private final ActivityMonitor monitor;
    private final StorefrontProperties storefront;
    private final ConsoleZone zone;
    private final Texts texts;
    private final Clock clock;

    ActivityPage(
            ActivityEditor editor,
            ActivityMonitor monitor,
            StorefrontProperties storefront,
            ConsoleZone zone,
            Texts texts,
            Clock clock) {
        this.editor = editor;
        this.monitor = monitor;
        this.storefront = storefront;
        this.zone = zone;
        this.texts = texts;
        this.clock = clock;
    }

    @GetMapping
    String one(@PathVariable String id, Model model) {
        model.addAttribute("row", ActivityRow.of(monitor.overview(RequestId.read("id", id)), zone, clock.instant()));
        model.addAttribute("storefront", storefront.url());
        model.addAttribute("zone", zone.label());
        return "activity";
    }

    @GetMapping("/edit")
    ModelAndView askForEdit(@PathVariable String id, Locale locale, RedirectAttributes redirect) {
        Activity activity = activity(id);
        if (activity.state() != ActivityState.DRAFT && activity.state() != ActivityState.OPEN) {
            String why = activity.state() == ActivityState.WARMING ? "state.warming" : "state.closed";
            redirect.addFlashAttribute("notice", new Notice(false, texts.text(why, locale)));
            return new ModelAndView("redirect:/activities/" + activity.id());
        }
        return editing(activity, ActivityForm.of(activity, zone).page(zone));
    }

    @PostMapping("/edit")
    ModelAndView edit(
            @PathVariable String id,
            @ModelAttribute ActivityForm form,
            Principal operator,
            Locale locale,
            RedirectAttributes redirect) {
        Activity activity = activity(id);
        ActivityForm sent = activity.state() == ActivityState.OPEN ? form.withStockOf(activity) : form;
        try {
            editor.edit(activity.id(), sent.toDraft(zone.id()), operator.getName());
            redirect.addFlashAttribute("notice", new Notice(true, texts.text("notice.edited", locale)));
        } catch (SeckillException refusal) {
            if (refusal.code() == ErrorCode.INVALID_ARGUMENT) {
                ModelAndView again = editing(activity, sent.page(zone, refusal, texts.reason(refusal, locale)));
                again.setStatus(HttpStatus.BAD_REQUEST);
                return again;
            } else if (refusal.code() != ErrorCode.INVALID_STATE) {
                throw refusal;
            }
            redirect.addFlashAttribute("notice", new Notice(false, texts.of(refusal, locale)));
        }
        return new ModelAndView("redirect:/activities/" + activity.id());
    }

    private Activity activity(String id) {
        return monitor.overview(RequestId.read("id", id)).activity();
    }

    private static ModelAndView editing(Activity activity, ModelAndView form) {
        return form.addObject("id", Long.toString(activity.id()))
                .addObject("stockIsWarm", activity.state() == ActivityState.OPEN);
    }
}
