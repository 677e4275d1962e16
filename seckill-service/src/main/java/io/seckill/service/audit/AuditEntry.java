package io.seckill.service.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One row of the audit log.
 *
 * @param id its number, ascending
 * @param actor who did it
 * @param action what was done
 * @param subject what it was done to, as {@code kind:id}
 * @param beforeData the thing as it was, as JSON; {@code null} if it was not there
 * @param afterData the thing as it was afterwards, as JSON
 * @param at when, by the clock of MySQL
 */
public record AuditEntry(
        long id,
        String actor,
        String action,
        String subject,
        @Nullable String beforeData,
        @Nullable String afterData,
        Instant at) {}
