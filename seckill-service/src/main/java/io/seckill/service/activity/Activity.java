package io.seckill.service.activity;

import java.time.Instant;

/**
 * An activity as MySQL holds it.
 *
 * @param id its id
 * @param name for people
 * @param totalStock units it owns
 * @param stock units that no live order holds
 * @param reserved units held back from warm-up
 * @param perOrderLimit most units one order may take
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param state where it is in its life
 * @param epoch raised whenever the sale is opened or opened again
 * @param maxSeq highest accept number stored
 */
public record Activity(
        long id,
        String name,
        long totalStock,
        long stock,
        long reserved,
        int perOrderLimit,
        Instant startTime,
        Instant endTime,
        ActivityState state,
        long epoch,
        long maxSeq) {}
