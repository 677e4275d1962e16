package io.seckill.service.activity;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An activity as a buyer sees it.
 *
 * @param id its id
 * @param name for people
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param perOrderLimit most units one order may take
 * @param state where it is in its life
 * @param remaining units left to sell, up to a second old; {@code null} while its stock is not in Redis
 */
public record ActivityView(
        long id,
        String name,
        Instant startTime,
        Instant endTime,
        int perOrderLimit,
        ActivityState state,
        @Nullable Long remaining) {}
