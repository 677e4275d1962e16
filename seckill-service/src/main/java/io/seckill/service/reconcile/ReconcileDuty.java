package io.seckill.service.reconcile;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Reconciles each sale once an interval, whichever worker comes first. */
@Component
@OnWorker
class ReconcileDuty {

    private static final Logger log = LoggerFactory.getLogger(ReconcileDuty.class);
    private static final String WORKER = "worker";

    private final Reconciler reconciler;
    private final ReportBook reports;
    private final ReconcileMeters meters;
    private final Set<Long> saidOf = new HashSet<>();
    private boolean away;

    ReconcileDuty(Reconciler reconciler, ReportBook reports, ReconcileMeters meters) {
        this.reconciler = reconciler;
        this.reports = reports;
        this.meters = meters;
    }

    @Scheduled(initialDelay = 2000, fixedDelay = 5000)
    void reconcileWhatIsDue() {
        try {
            reports.due().forEach(this::reconcile);
            meters.show(reports.last());
            away = false;
        } catch (DataAccessException | TransactionException e) {
            if (!away) {
                log.warn("[consumer] it cannot be seen which sales to reconcile; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }

    /** What stands in the way of one sale's comparison stands in the way of no other's. */
    private void reconcile(long activityId) {
        try {
            reconciler.runIfDue(activityId, WORKER).ifPresent(meters::count);
            saidOf.remove(activityId);
        } catch (RuntimeException e) {
            boolean somebodyElseIsAtIt =
                    e instanceof SeckillException refusal && refusal.code() == ErrorCode.INVALID_STATE;
            if (!somebodyElseIsAtIt && saidOf.add(activityId)) {
                log.warn("[consumer] activity {} cannot be reconciled now; trying on", activityId, e);
            }
        }
    }
}
