package io.seckill.service.monitor;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sale in all its stores.
 *
 * @param activityId the activity
 * @param takenAt when it was read
 * @param redis what Redis has; {@code null} if it has no such activity
 * @param mysql what MySQL has
 * @param queue what is on the way from the one to the other
 * @param atRest whether nothing was on the way and nothing moved while it was read: only then must the stores agree
 * @param ordersCompared whether claims and orders were compared one by one, which is done at rest and up to
 *     {@value ActivityMonitor#MOST_COMPARED} of them
 * @param problems what is off, empty if nothing is
 */
public record ActivitySnapshot(
        long activityId,
        Instant takenAt,
        @Nullable RedisFigures redis,
        MySqlFigures mysql,
        QueueFigures queue,
        boolean atRest,
        boolean ordersCompared,
        List<Problem> problems) {}
