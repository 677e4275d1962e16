package io.seckill.admin.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityDraft;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The form as a person filled it in: text, so that what cannot be read can be shown again.
 *
 * @param name for people
 * @param totalStock units
 * @param reserved units; empty means none
 * @param perOrderLimit units
 * @param startTime local date and time in the console's zone
 * @param endTime likewise
 */
record ActivityForm(
        @Nullable String name,
        @Nullable String totalStock,
        @Nullable String reserved,
        @Nullable String perOrderLimit,
        @Nullable String startTime,
        @Nullable String endTime) {

    /** More digits than any number here may have. */
    private static final int MOST_DIGITS = 10;

    static ActivityForm empty() {
        return new ActivityForm("", "100", "0", "1", "", "");
    }

    ActivityDraft toDraft(ZoneId zone) {
        return new ActivityDraft(
                name == null ? "" : name,
                count("totalStock", totalStock),
                reserved == null || reserved.isBlank() ? 0 : count("reserved", reserved),
                limit(),
                instant("startTime", startTime, zone),
                instant("endTime", endTime, zone));
    }

    private int limit() {
        long limit = count("perOrderLimit", perOrderLimit);
        if (limit > ActivityDraft.MAX_PER_ORDER) {
            throw SeckillException.invalid("perOrderLimit", "limit-range");
        }
        return (int) limit;
    }

    private static long count(String field, @Nullable String text) {
        String digits = text == null ? "" : text.strip();
        if (digits.isEmpty()) {
            throw SeckillException.invalid(field, "required");
        }
        if (digits.length() > MOST_DIGITS || digits.chars().anyMatch(c -> c < '0' || c > '9')) {
            throw SeckillException.invalid(field, "number");
        }
        return Long.parseLong(digits);
    }

    private static Instant instant(String field, @Nullable String text, ZoneId zone) {
        if (text == null || text.isBlank()) {
            throw SeckillException.invalid(field, "required");
        }
        try {
            LocalDateTime local = LocalDateTime.parse(text.strip());
            if (zone.getRules().getValidOffsets(local).isEmpty()) {
                throw SeckillException.invalid(field, "time-gap");
            }
            return local.atZone(zone).toInstant();
        } catch (DateTimeParseException e) {
            throw SeckillException.invalid(field, "time-format");
        }
    }
}
