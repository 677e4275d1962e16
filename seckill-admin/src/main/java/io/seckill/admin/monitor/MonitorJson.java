package io.seckill.admin.monitor;

import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.monitor.MySqlFigures;
import io.seckill.service.monitor.Problem;
import io.seckill.service.monitor.QueueFigures;
import io.seckill.service.monitor.RedisFigures;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sale in all its stores.
 *
 * @param activityId the activity
 * @param takenAt when it was read
 * @param atRest whether nothing was on the way and nothing moved: only then must the stores agree
 * @param ordersCompared whether claims and orders were compared one by one
 * @param redis what Redis has; {@code null} if it has no such activity
 * @param mysql what MySQL has
 * @param queue what is on the way from the one to the other
 * @param problems what is off, empty if nothing is
 */
record MonitorJson(
        String activityId,
        Instant takenAt,
        boolean atRest,
        boolean ordersCompared,
        @Nullable RedisFigures redis,
        MySqlFigures mysql,
        QueueFigures queue,
        List<Problem> problems) {

    static MonitorJson of(ActivitySnapshot snapshot) {
        return new MonitorJson(
                Long.toString(snapshot.activityId()),
                snapshot.takenAt(),
                snapshot.atRest(),
                snapshot.ordersCompared(),
                snapshot.redis(),
                snapshot.mysql(),
                snapshot.queue(),
                snapshot.problems());
    }
}
