package io.seckill.admin.audit;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.Query;
import io.seckill.common.Result;
import io.seckill.service.audit.AuditEntry;
import io.seckill.service.audit.AuditQuery;
import io.seckill.service.audit.AuditTrail;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The audit log, for programs. */
@RestController
class AuditEndpoint {

    private final AuditTrail trail;
    private final Answers answers;

    AuditEndpoint(AuditTrail trail, Answers answers) {
        this.trail = trail;
        this.answers = answers;
    }

    /**
     * A page.
     *
     * @param entries the newest first
     * @param next what {@code before} is for the next page; {@code null} on the last one
     */
    record Page(List<AuditJson> entries, @Nullable String next) {}

    /** Filters {@code actor} and {@code subject} (such as {@code activity:1001}), pages by {@code before} and {@code limit}. */
    @GetMapping("/admin/api/audit")
    ResponseEntity<Result<Page>> page(HttpServletRequest request, Locale locale) {
        Query asked = Query.of(request);
        int limit = asked.limit();
        List<AuditEntry> found =
                trail.page(new AuditQuery(asked.text("actor"), asked.text("subject"), asked.before(), limit));
        String next =
                found.size() < limit ? null : Long.toString(found.get(limit - 1).id());
        return answers.ok(new Page(found.stream().map(AuditJson::of).toList(), next), locale);
    }
}
