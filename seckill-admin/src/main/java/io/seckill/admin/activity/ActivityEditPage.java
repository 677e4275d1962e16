package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.KeptForm;
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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Edits an activity. Whoever saves after somebody else is told what changed, and keeps what they typed. */
@Controller
@RequestMapping("/activities/{id}/edit")
class ActivityEditPage {

    private final ActivityEditor editor;
    private final ActivityMonitor monitor;
    private final FormPage pages;
    private final ConsoleZone zone;
    private final Texts texts;
    private final Clock clock;

    ActivityEditPage(
            ActivityEditor editor,
            ActivityMonitor monitor,
            FormPage pages,
            ConsoleZone zone,
            Texts texts,
            Clock clock) {
        this.editor = editor;
        this.monitor = monitor;
        this.pages = pages;
        this.zone = zone;
        this.texts = texts;
        this.clock = clock;
    }

    @GetMapping
    ModelAndView ask(
            @PathVariable String id,
            @RequestAttribute(required = false) @Nullable KeptForm kept,
            Locale locale,
            RedirectAttributes redirect) {
        Activity activity = activity(id);
        if (!isEditable(activity)) {
            return notNow(activity, locale, redirect);
        }
        ActivityForm form = kept == null ? ActivityForm.of(activity, zone) : ActivityForm.of(kept.fields());
        return pages.of(form.fitFor(activity), activity);
    }

    /** The same form in another language or look. */
    @PostMapping(params = "again")
    ModelAndView again(@PathVariable String id, @ModelAttribute ActivityForm form) {
        Activity activity = activity(id);
        return pages.of(form.fitFor(activity), activity);
    }

    @PostMapping
    ModelAndView save(
            @PathVariable String id,
            @ModelAttribute ActivityForm form,
            Principal operator,
            Locale locale,
            RedirectAttributes redirect) {
        Activity activity = activity(id);
        if (!isEditable(activity)) {
            return notNow(activity, locale, redirect);
        }
        ActivityForm sent = form.fitFor(activity);
        FormReading reading = new FormReading(sent, zone.id(), clock.instant());
        if (!reading.wrong().isEmpty()) {
            return pages.wrong(sent, activity, reading.wrong(), locale);
        }
        try {
            editor.edit(activity.id(), reading.draft(), form.version(), operator.getName());
        } catch (SeckillException refusal) {
            if (refusal.code() != ErrorCode.INVALID_STATE) {
                return pages.refused(sent, activity, refusal, locale);
            }
            Activity now = activity(id);
            return isEditable(now) ? pages.stale(form, now) : notNow(now, locale, redirect);
        }
        redirect.addFlashAttribute("notice", new Notice(true, texts.text("notice.edited", locale)));
        return new ModelAndView("redirect:/activities/" + activity.id());
    }

    private ModelAndView notNow(Activity activity, Locale locale, RedirectAttributes redirect) {
        String why = activity.state() == ActivityState.WARMING ? "state.warming" : "state.closed";
        redirect.addFlashAttribute("notice", new Notice(false, texts.text(why, locale)));
        return new ModelAndView("redirect:/activities/" + activity.id());
    }

    private Activity activity(String id) {
        return monitor.overview(RequestId.read("id", id)).activity();
    }

    private static boolean isEditable(Activity activity) {
        return activity.state() == ActivityState.DRAFT || activity.state() == ActivityState.OPEN;
    }
}
