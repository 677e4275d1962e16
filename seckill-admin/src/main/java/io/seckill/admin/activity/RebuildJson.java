package io.seckill.admin.activity;

import io.seckill.service.reconcile.RebuildReport;

/**
 * What a rebuild found and left, in units but for {@code voided}.
 *
 * @param activityId the activity
 * @param epoch the epoch under which it sells now
 * @param granted granted by the ledger
 * @param stored of live orders in MySQL
 * @param dead of open dead letters
 * @param waiting of accepted orders that survived and are not stored yet
 * @param voided accepted orders that survived and yet could not be kept
 * @param remaining left to sell
 */
record RebuildJson(
        String activityId, long epoch, long granted, long stored, long dead, long waiting, int voided, long remaining) {

    static RebuildJson of(RebuildReport report) {
        return new RebuildJson(
                Long.toString(report.activityId()),
                report.epoch(),
                report.granted(),
                report.stored(),
                report.dead(),
                report.waiting(),
                report.voided(),
                report.remaining());
    }
}
