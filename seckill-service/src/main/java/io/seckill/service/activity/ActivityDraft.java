package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

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
        require(!name.isEmpty(), "name", "required");
        require(name.codePointCount(0, name.length()) <= MAX_NAME, "name", "name-too-long");
        require(name.codePoints().noneMatch(Character::isISOControl), "name", "control-character");
        require(totalStock >= 0 && totalStock <= MAX_UNITS, "totalStock", "stock-range");
        require(reserved >= 0 && reserved <= totalStock, "reserved", "reserved-range");
        require(perOrderLimit >= 1 && perOrderLimit <= MAX_PER_ORDER, "perOrderLimit", "limit-range");
        require(!startTime.isBefore(EARLIEST) && startTime.isBefore(LATEST), "startTime", "time-range");
        require(endTime.isBefore(LATEST), "endTime", "time-range");
        require(startTime.isBefore(endTime), "endTime", "not-after-start");
    }

    private static void require(boolean holds, String field, String reason) {
        if (!holds) {
            throw SeckillException.invalid(field, reason);
        }
    }
}
