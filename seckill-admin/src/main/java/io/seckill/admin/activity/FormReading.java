package io.seckill.admin.activity;

import io.seckill.service.activity.ActivityDraft;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads an {@link ActivityForm}: all that is wrong with it at once, or the draft that it describes. */
final class FormReading {

    /** More digits than any number here may have. */
    private static final int MOST_DIGITS = 10;

    /** Stands for all numbers that are longer: out of range like them. */
    private static final long BEYOND = Long.MAX_VALUE;

    private final Map<String, String> wrong = new LinkedHashMap<>();
    private final String name;
    private final @Nullable Long totalStock;
    private final @Nullable Long reserved;
    private final @Nullable Long perOrderLimit;
    private final @Nullable Instant startTime;
    private final @Nullable Instant endTime;

    FormReading(ActivityForm form, ZoneId zone, Instant now) {
        name = form.name() == null ? "" : form.name();
        totalStock = count("totalStock", form.totalStock());
        String kept = form.reserved();
        reserved = count("reserved", kept == null || kept.isBlank() ? "0" : kept);
        perOrderLimit = count("perOrderLimit", form.perOrderLimit());
        startTime = instant("startTime", form.startTime(), zone);
        endTime = instant("endTime", form.endTime(), zone);
        ActivityDraft.wrong(name, totalStock, reserved, perOrderLimit, startTime, endTime)
                .forEach(wrong::put);
        if (endTime != null && !endTime.isAfter(now)) {
            wrong.putIfAbsent("endTime", "past");
        }
    }

    /** {@return the reason by field; empty if it can be saved} */
    Map<String, String> wrong() {
        return wrong;
    }

    /** {@return what it describes, if nothing is wrong} */
    ActivityDraft draft() {
        return new ActivityDraft(
                name,
                Objects.requireNonNull(totalStock),
                Objects.requireNonNull(reserved),
                Objects.requireNonNull(perOrderLimit).intValue(),
                Objects.requireNonNull(startTime),
                Objects.requireNonNull(endTime));
    }

    private @Nullable Long count(String field, @Nullable String text) {
        String digits = text == null ? "" : text.strip();
        if (digits.isEmpty()) {
            wrong.put(field, "required");
            return null;
        }
        if (digits.chars().anyMatch(c -> c < '0' || c > '9')) {
            wrong.put(field, "number");
            return null;
        }
        return digits.length() > MOST_DIGITS ? BEYOND : Long.parseLong(digits);
    }

    private @Nullable Instant instant(String field, @Nullable String text, ZoneId zone) {
        if (text == null || text.isBlank()) {
            wrong.put(field, "required");
            return null;
        }
        try {
            LocalDateTime local = LocalDateTime.parse(text.strip());
            if (!zone.getRules().getValidOffsets(local).isEmpty()) {
                return local.atZone(zone).toInstant();
            }
            wrong.put(field, "time-gap");
        } catch (DateTimeParseException e) {
            wrong.put(field, "time-format");
        }
        return null;
    }
}
