package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpResult;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.monitor.ActivityMonitor;
import java.security.Principal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
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

/** The page of activities: the list, a form to create one, a button to warm one up. */
@Controller
@RequestMapping("/activities")
class ActivitiesPage {

    private final ActivityEditor editor;
    private final WarmUpService warmUps;
    private final ActivityMonitor monitor;
    private final ConsoleZone zone;
    private final Texts texts;

    ActivitiesPage(
            ActivityEditor editor, WarmUpService warmUps, ActivityMonitor monitor, ConsoleZone zone, Texts texts) {
        this.editor = editor;
        this.warmUps = warmUps;
        this.monitor = monitor;
        this.zone = zone;
        this.texts = texts;
    }

    /**
     * What came of the operator's last press, shown once above the list.
     *
     * @param good whether it was done
     * @param text for the operator
     */
    record Notice(boolean good, String text) {}

    @GetMapping
    String list(Model model) {
        show(model, ActivityForm.empty(), null, null);
        return "activities";
    }

    @PostMapping
    Object create(
            @ModelAttribute ActivityForm form,
            Model model,
            Principal operator,
            Locale locale,
            RedirectAttributes redirect) {
        try {
            Activity created = editor.create(form.toDraft(zone.id()), operator.getName());
            redirect.addFlashAttribute(
                    "notice", new Notice(true, texts.text("notice.created", locale, Long.toString(created.id()))));
            return "redirect:/activities";
        } catch (SeckillException refusal) {
            if (refusal.code() != ErrorCode.INVALID_ARGUMENT) {
                throw refusal;
            }
            show(model, form, refusal.details().get("field"), texts.reason(refusal, locale));
            return new ModelAndView("activities", model.asMap(), HttpStatus.BAD_REQUEST);
        }
    }

    @PostMapping("/{id}/warm-up")
    String warmUp(@PathVariable String id, Principal operator, Locale locale, RedirectAttributes redirect) {
        redirect.addFlashAttribute("notice", press(RequestId.read("id", id), operator, locale));
        return "redirect:/activities";
    }

    private Notice press(long id, Principal operator, Locale locale) {
        String name = texts.text("notice.activity", locale, Long.toString(id));
        try {
            if (warmUps.warmUp(id, operator.getName()) instanceof WarmUpResult.Warmed warmed) {
                String key = warmed.open() ? "warm-up.done" : "warm-up.gated";
                return new Notice(true, name + texts.text(key, locale, Long.toString(warmed.units())));
            }
            return new Notice(false, name + texts.of(ErrorCode.ALREADY_WARM, locale));
        } catch (SeckillException refusal) {
            if (refusal.code() == ErrorCode.SYSTEM_BUSY) {
                throw refusal;
            }
            return new Notice(false, name + texts.of(refusal, locale));
        }
    }

    private void show(Model model, ActivityForm form, @Nullable Object field, @Nullable String reason) {
        model.addAttribute(
                "rows",
                monitor.overview().stream()
                        .map(row -> ActivityRow.of(row, zone))
                        .toList());
        model.addAttribute("form", form);
        model.addAttribute("wrongField", field);
        model.addAttribute("wrongReason", reason);
        model.addAttribute("zone", zone.label());
    }
}
