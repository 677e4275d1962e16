package io.seckill.service.audit;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of the audit log to list.
 *
 * @param actor only this one's, or {@code null} for everybody's
 * @param subject only those about this, as {@code kind:id}, or {@code null} for all
 * @param before only those with a lower number: the last one of the page before, or {@link Long#MAX_VALUE}
 * @param limit how many at most, 1 to 1000
 */
public record AuditQuery(@Nullable String actor, @Nullable String subject, long before, int limit) {

    private static final int MOST = 1000;

    /**
     * @throws IllegalArgumentException if the limit is out of range
     */
    public AuditQuery {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST + ", not " + limit);
        }
    }
}
