package io.seckill.admin.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityDraft;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What a program sends to create or edit an activity.
 *
 * @param name for people
 * @param totalStock units it owns
 * @param reserved units held back from warm-up; 0 if left out
 * @param perOrderLimit most units one order may take; 1 if left out
 * @param startTime first instant of the sale, ISO-8601 with offset
 * @param endTime first instant after the sale, likewise
 * @param version for an edit, the version it was made from, as {@link ActivityJson} told it: refused if it is another one
 *     by now. Left out, the edit replaces whatever is there
 */
record ActivityBody(
        @Nullable String name,
        @Nullable Long totalStock,
        @Nullable Long reserved,
        @Nullable Integer perOrderLimit,
        @Nullable OffsetDateTime startTime,
        @Nullable OffsetDateTime endTime,
        @Nullable String version) {

    ActivityDraft toDraft() {
        return new ActivityDraft(
                required("name", name),
                required("totalStock", totalStock),
                reserved == null ? 0 : reserved,
                perOrderLimit == null ? 1 : perOrderLimit,
                required("startTime", startTime).toInstant(),
                required("endTime", endTime).toInstant());
    }

    private static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw SeckillException.invalid(field, "required");
        }
        return value;
    }
}
