package io.seckill.service.simulator;

import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityState;
import java.time.Instant;

/** A row of seckill_activity. */
record SaleRecord(long id, long total, long stock, long epoch, long maxSeq) {

    static String key(long id) {
        return "activity:" + id;
    }

    SaleRecord with(long stock, long maxSeq) {
        return new SaleRecord(id, total, stock, epoch, maxSeq);
    }

    Activity activity() {
        return new Activity(
                id, "sale", total, stock, 0, 2, Instant.MIN, Instant.MAX, ActivityState.OPEN, epoch, maxSeq);
    }
}
