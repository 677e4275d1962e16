package io.seckill.admin.audit;

import io.seckill.service.audit.AuditEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the audit log.
 *
 * @param id its number
 * @param at when
 * @param actor who
 * @param action what was done
 * @param subject to what, as {@code kind:id}
 * @param before the thing as it was, JSON as a text: its numbers may be longer than a reader's
 * @param after the thing as it was afterwards, likewise
 */
record AuditJson(
        String id,
        Instant at,
        String actor,
        String action,
        String subject,
        @Nullable String before,
        @Nullable String after) {

    static AuditJson of(AuditEntry entry) {
        return new AuditJson(
                Long.toString(entry.id()),
                entry.at(),
                entry.actor(),
                entry.action(),
                entry.subject(),
                entry.beforeData(),
                entry.afterData());
    }
}
