package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says of an activity. One that exists is sound in itself; whether its window still lies ahead is for
 * {@link ActivityEditor} to say.
 *
 * @param name for people, 1 to 128 characters on one line
 * @param totalStock units the activity owns, 0 to {@value #MAX_UNITS}; without any it cannot be warmed up
 * @param reserved units held back from warm-up, 0 to {@code totalStock}
 * @param perOrderLimit most units one order may take, 1 to {@value #MAX_PER_ORDER}
 * @param startTime first instant of the sale, to the millisecond
 * @param endTime first instant after the sale, later than the start and before the year 9000
 */
public record ActivityDraft(
        String name, long totalStock, long reserved, int perOrderLimit, Instant startTime, Instant endTime) {

    /** Characters of the name's column. */
    public static final int MAX_NAME = 128;

    /** Far above any sale, and far below where Lua's numbers lose precision (2^53). */
    public static final long MAX_UNITS = 1_000_000_000L;

    /** As many as a request to buy may name. */
    public static final int MAX_PER_ORDER = 9999;

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9000-01-01T00:00:00Z");

    /**
     * @throws SeckillException INVALID_ARGUMENT, naming the first field that cannot be accepted
     */
    public ActivityDraft {
        name = name.strip();
        startTime = startTime.truncatedTo(ChronoUnit.MILLIS);
        endTime = endTime.truncatedTo(ChronoUnit.MILLIS);
        wrong(name, totalStock, reserved, (long) perOrderLimit, startTime, endTime)
                .forEach((field, reason) -> {
                    throw SeckillException.invalid(field, reason);
                });
    }

    /**
     * Tells all that is wrong at once, for a form. What could not be read is {@code null} and not judged.
     *
     * @param name as typed
     * @param totalStock units
     * @param reserved units
     * @param perOrderLimit units
     * @param startTime first instant of the sale
     * @param endTime first instant after the sale
     * @return the reason by field, in the order of the fields; empty if all can be accepted
     */
    public static Map<String, String> wrong(
            @Nullable String name,
            @Nullable Long totalStock,
            @Nullable Long reserved,
            @Nullable Long perOrderLimit,
            @Nullable Instant startTime,
            @Nullable Instant endTime) {
        Map<String, String> wrong = new LinkedHashMap<>();
        if (name != null) {
            note(wrong, "name", wrongName(name.strip()));
        }
        if (totalStock != null) {
            note(wrong, "totalStock", totalStock < 0 || totalStock > MAX_UNITS ? "stock-range" : null);
        }
        if (reserved != null) {
            boolean tooMany = totalStock == null ? reserved > MAX_UNITS : reserved > Math.max(0, totalStock);
            note(wrong, "reserved", reserved < 0 || tooMany ? "reserved-range" : null);
        }
        if (perOrderLimit != null) {
            note(wrong, "perOrderLimit", perOrderLimit < 1 || perOrderLimit > MAX_PER_ORDER ? "limit-range" : null);
        }
        if (startTime != null) {
            note(wrong, "startTime", startTime.isBefore(EARLIEST) || !startTime.isBefore(LATEST) ? "time-range" : null);
        }
        if (endTime != null) {
            boolean order = startTime == null || startTime.isBefore(endTime);
            note(wrong, "endTime", !endTime.isBefore(LATEST) ? "time-range" : order ? null : "not-after-start");
        }
        return wrong;
    }

    private static @Nullable String wrongName(String name) {
        if (name.isEmpty()) {
            return "required";
        }
        if (name.codePointCount(0, name.length()) > MAX_NAME) {
            return "name-too-long";
        }
        return name.codePoints().anyMatch(Character::isISOControl) ? "control-character" : null;
    }

    private static void note(Map<String, String> wrong, String field, @Nullable String reason) {
        if (reason != null) {
            wrong.put(field, reason);
        }
    }
}
