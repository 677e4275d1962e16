package io.seckill.admin.audit;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.SearchForm;
import io.seckill.admin.web.Texts;
import io.seckill.service.audit.AuditEntry;
import io.seckill.service.audit.AuditQuery;
import io.seckill.service.audit.AuditTrail;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The audit log, for people. */
@Controller
class AuditPage {

    private static final Pattern SUBJECT = Pattern.compile("(activity|order):([1-9][0-9]{0,18})");

    private final AuditTrail trail;
    private final Changes changes;
    private final ChangeWords words;
    private final ConsoleZone zone;
    private final Texts texts;

    AuditPage(AuditTrail trail, Changes changes, ChangeWords words, ConsoleZone zone, Texts texts) {
        this.trail = trail;
        this.changes = changes;
        this.words = words;
        this.zone = zone;
        this.texts = texts;
    }

    /** A row of the page; its time is local. */
    record Row(
            String time,
            String actor,
            String action,
            String subject,
            @Nullable String href,
            List<Changes.Change> changes) {}

    @GetMapping("/audit")
    String page(HttpServletRequest request, HttpServletResponse response, Model model, Locale locale) {
        SearchForm asked = SearchForm.of(request);
        int limit = asked.limit();
        String actor = asked.text("actor");
        String subject = asked.text("subject");
        long before = asked.before();
        List<AuditEntry> found = asked.find(() -> trail.page(new AuditQuery(actor, subject, before, limit)));
        model.addAttribute(
                "rows", found.stream().map(entry -> row(entry, locale)).toList());
        model.addAttribute(
                "next", found.size() < limit ? null : found.get(limit - 1).id());
        model.addAttribute("actor", actor);
        model.addAttribute("subject", subject);
        model.addAttribute("zone", zone.label());
        asked.show(model, texts, locale, response);
        return "audit";
    }

    private Row row(AuditEntry entry, Locale locale) {
        List<Changes.Change> told = changes.between(entry.beforeData(), entry.afterData()).stream()
                .map(change -> words.of(change, entry.subject(), locale))
                .toList();
        return new Row(
                zone.local(entry.at()), entry.actor(), entry.action(), entry.subject(), href(entry.subject()), told);
    }

    /** {@return where the subject can be looked at; {@code null} if nowhere} */
    private static @Nullable String href(String subject) {
        Matcher known = SUBJECT.matcher(subject);
        if (!known.matches()) {
            return null;
        }
        return (known.group(1).equals("activity") ? "/activities/" : "/orders/") + known.group(2);
    }
}
