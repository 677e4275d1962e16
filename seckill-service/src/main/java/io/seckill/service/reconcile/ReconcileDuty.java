package io.seckill.service.reconcile;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import io.seckill.service.database.SqlFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Reconciles each sale once an interval, whichever worker comes first. */
@Component
@OnWorker
class ReconcileDuty {

    private static final Logger log = LoggerFactory.getLogger(ReconcileDuty.class);
    private static final String WORKER = "worker";

    private final Reconciler reconciler;
    private final ReportBook reports;
    private final ReconcileMeters meters;
    private boolean away;

    ReconcileDuty(Reconciler reconciler, ReportBook reports, ReconcileMeters meters) {
        this.reconciler = reconciler;
        this.reports = reports;
        this.meters = meters;
    }

    @Scheduled(initialDelay = 2000, fixedDelay = 5000)
    void reconcileWhatIsDue() {
        try {
            for (long activityId : reports.due()) {
                reconcile(activityId);
            }
            meters.show(reports.last());
            away = false;
        } catch (RuntimeException e) {
            if (!(e instanceof SeckillException) && SqlFailure.of(e) == SqlFailure.DATA) {
                throw e;
            }
            if (!away) {
                log.warn("[consumer] sales cannot be reconciled now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }

    private void reconcile(long activityId) {
        try {
            reconciler.runIfDue(activityId, WORKER).ifPresent(meters::count);
        } catch (SeckillException e) {
            // Somebody else is at it: an operator, or another worker.
            if (e.code() != ErrorCode.INVALID_STATE) {
                throw e;
            }
        }
    }
}
