package io.seckill.admin.audit;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.admin.web.Query;
import io.seckill.service.audit.AuditEntry;
import io.seckill.service.audit.AuditQuery;
import io.seckill.service.audit.AuditTrail;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The audit log, for people. */
@Controller
class AuditPage {

    private final AuditTrail trail;
    private final ConsoleZone zone;

    AuditPage(AuditTrail trail, ConsoleZone zone) {
        this.trail = trail;
        this.zone = zone;
    }

    /** A row of the page; its time is local. */
    record Row(
            String time,
            String actor,
            String action,
            String subject,
            @Nullable String before,
            @Nullable String after) {}

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
                entry.beforeData(),
                entry.afterData());
    }
}
