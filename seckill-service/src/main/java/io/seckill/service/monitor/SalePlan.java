package io.seckill.service.monitor;

import io.seckill.service.activity.ActivityState;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a sale sells, as Redis has it: what admission goes by.
 *
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param state where it is in its life
 */
public record SalePlan(Instant startTime, Instant endTime, ActivityState state) {

    private static final String MILLIS = "[0-9]{1,15}";

    static @Nullable SalePlan read(String startAt, String endAt, String state) {
        if (!startAt.matches(MILLIS) || !endAt.matches(MILLIS)) {
            return null;
        }
        return Stream.of(ActivityState.values())
                .filter(one -> one.name().equals(state))
                .findFirst()
                .map(one -> new SalePlan(
                        Instant.ofEpochMilli(Long.parseLong(startAt)),
                        Instant.ofEpochMilli(Long.parseLong(endAt)),
                        one))
                .orElse(null);
    }
}
