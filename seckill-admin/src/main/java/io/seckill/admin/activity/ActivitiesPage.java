package io.seckill.admin.activity;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.KeptForm;
import io.seckill.admin.web.Notice;
import io.seckill.admin.web.Texts;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.monitor.ActivityMonitor;
import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The list of activities, and the form to create one. */
@Controller
@RequestMapping("/activities")
class ActivitiesPage {

    private final ActivityEditor editor;
    private final ActivityMonitor monitor;
    private final FormPage pages;
    private final ConsoleZone zone;
    private final Texts texts;
    private final Clock clock;

    ActivitiesPage(
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
    String list(Model model) {
        Instant now = clock.instant();
        model.addAttribute(
                "rows",
                monitor.overview().stream()
                        .map(row -> ActivityRow.of(row, zone, now))
                        .toList());
        model.addAttribute("zone", zone.label());
        model.addAttribute("now", zone.local(now));
        return "activities";
    }

    @GetMapping("/new")
    ModelAndView askForNew(@RequestAttribute(required = false) @Nullable KeptForm kept) {
        return pages.of(
                kept == null ? ActivityForm.proposed(clock.instant(), zone) : ActivityForm.of(kept.fields()), null);
    }

    /** The same form in another language or look. */
    @PostMapping(params = "again")
    ModelAndView again(@ModelAttribute ActivityForm form) {
        return pages.of(form, null);
    }

    @PostMapping
    ModelAndView create(
            @ModelAttribute ActivityForm form, Principal operator, Locale locale, RedirectAttributes redirect) {
        FormReading reading = new FormReading(form, zone.id(), clock.instant());
        if (!reading.wrong().isEmpty()) {
            return pages.wrong(form, null, reading.wrong(), locale);
        }
        try {
            Activity created = editor.create(reading.draft(), operator.getName());
            String id = Long.toString(created.id());
            redirect.addFlashAttribute("notice", new Notice(true, texts.text("notice.created", locale, id)));
            return new ModelAndView("redirect:/activities/" + id);
        } catch (SeckillException refusal) {
            return pages.refused(form, null, refusal, locale);
        }
    }
}
