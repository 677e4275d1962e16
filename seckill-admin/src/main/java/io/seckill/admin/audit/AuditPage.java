package io.seckill.admin.audit;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Query;
import io.seckill.service.audit.AuditEntry;
import io.seckill.service.audit.AuditQuery;
import io.seckill.service.audit.AuditTrail;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
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
    private final ConsoleZone zone;

    AuditPage(AuditTrail trail, Changes changes, ConsoleZone zone) {
        this.trail = trail;
        this.changes = changes;
        this.zone = zone;
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
    String page(HttpServletRequest request, Model model) {
        Query asked = Query.of(request);
        int limit = asked.limit();
        String actor = asked.text("actor");
        String subject = asked.text("subject");
        List<AuditEntry> found = trail.page(new AuditQuery(actor, subject, asked.before(), limit));
        model.addAttribute("rows", found.stream().map(this::row).toList());
        model.addAttribute(
                "next", found.size() < limit ? null : found.get(limit - 1).id());
        model.addAttribute("actor", actor);
        model.addAttribute("subject", subject);
        model.addAttribute("zone", zone.label());
        return "audit";
    }

    private Row row(AuditEntry entry) {
        return new Row(
                zone.local(entry.at()),
                entry.actor(),
                entry.action(),
                entry.subject(),
                href(entry.subject()),
                changes.between(entry.beforeData(), entry.afterData()));
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
