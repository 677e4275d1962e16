package io.seckill.service.reconcile;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.redis.SaleLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Compares the orders of a sale in Redis, in the queue and in MySQL, one by one, and puts right what contradicts itself.
 * Nothing is repaired that was not wrong in the same way at two looks, far enough apart for everything under way to have
 * arrived.
 */
@Service
public class Reconciler {

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    /** Suspects of one run; if there are more, the next run finds them. */
    static final int MOST_SUSPECTS = 1_000;

    /** Findings of one run that the log names; the report has them all. */
    private static final int MOST_SAID = 10;

    private final OrderLook look;
    private final Repairs repairs;
    private final ReportBook reports;
    private final ConfirmPause pause;
    private final ActivityMapper activities;
    private final SaleLocks locks;

    Reconciler(
            OrderLook look,
            Repairs repairs,
            ReportBook reports,
            ConfirmPause pause,
            ActivityMapper activities,
            SaleLocks locks) {
        this.look = look;
        this.repairs = repairs;
        this.reports = reports;
        this.pause = pause;
        this.activities = activities;
        this.locks = locks;
    }

    /**
     * Reconciles one sale now. Takes a moment if nothing is off, else as long as {@code seckill.reconcile.confirm-after}.
     *
     * @param activityId the activity
     * @param actor who asks for it, at most 64 characters, for ledger and audit log
     * @return what it came to; {@link ReconcileReport#gated} if the sale is shut, which is not kept
     * @throws SeckillException ACTIVITY_NOT_FOUND; INVALID_STATE if it is neither warm nor closed, or somebody else is at
     *     it; SYSTEM_BUSY if a store is away
     */
    public ReconcileReport run(long activityId, String actor) {
        try {
            requireWarm(activityId);
            return locks.alone("reconcile", activityId, () -> reconcile(activityId, actor));
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("activity " + activityId + " cannot be reconciled now", e);
        }
    }

    /**
     * Reconciles one sale if nobody has done so, or begun to, within {@code seckill.reconcile.interval}.
     *
     * @param activityId the activity
     * @param actor as in {@link #run}
     * @return what it came to; empty if it was not due
     * @throws SeckillException as {@link #run} does
     */
    Optional<ReconcileReport> runIfDue(long activityId, String actor) {
        return locks.alone(
                "reconcile",
                activityId,
                () -> reports.due().contains(activityId)
                        ? Optional.of(reconcile(activityId, actor))
                        : Optional.<ReconcileReport>empty());
    }

    /**
     * The last reports of one activity.
     *
     * @param activityId the activity
     * @param limit how many at most, at least 1
     * @return the newest first
     * @throws SeckillException ACTIVITY_NOT_FOUND; SYSTEM_BUSY if MySQL is away
     */
    public List<ReconcileReport> reports(long activityId, int limit) {
        try {
            find(activityId);
            return reports.newest(activityId, limit);
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("the reports cannot be read now", e);
        }
    }

    /**
     * The last report of each activity that is warm or closed and has one.
     *
     * @return by activity, ascending
     * @throws SeckillException SYSTEM_BUSY if MySQL is away
     */
    public List<LastReport> lastReports() {
        try {
            return reports.last();
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("the reports cannot be read now", e);
        }
    }

    private void requireWarm(long activityId) {
        ActivityState state = find(activityId).state();
        if (state != ActivityState.OPEN && state != ActivityState.CLOSED) {
            throw new SeckillException(
                    ErrorCode.INVALID_STATE,
                    "activity " + activityId + " is " + state,
                    Map.of("reason", "not-warm"),
                    null,
                    null);
        }
    }

    private Activity find(long activityId) {
        return activities
                .find(activityId)
                .orElseThrow(() -> new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "activity " + activityId));
    }

    private ReconcileReport reconcile(long activityId, String actor) {
        long run = reports.begin(activityId);
        try {
            return reconcile(activityId, actor, run);
        } catch (RuntimeException e) {
            // It is due again at once.
            forget(run, e);
            throw e;
        }
    }

    private void forget(long run, RuntimeException failure) {
        try {
            reports.forget(run);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private ReconcileReport reconcile(long activityId, String actor, long run) {
        Optional<OrderLook.Seen> seen = look.all(activityId, MOST_SUSPECTS);
        Optional<List<Finding>> confirmed = seen.flatMap(first -> confirm(activityId, first));
        if (seen.isEmpty() || confirmed.isEmpty()) {
            ReportMapper.Times times = reports.times(run);
            reports.forget(run);
            return new ReconcileReport(activityId, times.startedAt(), times.now(), true, 0, 0, 0, List.of());
        }
        List<Finding> findings = repair(activityId, seen.get().epoch(), confirmed.get(), actor);
        ReportMapper.Times times = reports.times(run);
        ReconcileReport report = new ReconcileReport(
                activityId,
                times.startedAt(),
                times.now(),
                false,
                seen.get().claims(),
                seen.get().orders(),
                seen.get().suspects().size(),
                findings);
        reports.finish(run, report);
        return report;
    }

    /** Most of what looks wrong in the middle of a sale has moved on a moment later, and is not worth waiting for. */
    private Optional<List<Finding>> confirm(long activityId, OrderLook.Seen seen) {
        if (seen.suspects().isEmpty()) {
            return Optional.of(List.of());
        }
        Optional<List<Finding>> still = look.again(activityId, seen.epoch(), seen.suspects());
        if (still.isEmpty() || still.get().isEmpty()) {
            return still;
        }
        pause.await();
        return look.again(activityId, seen.epoch(), still.get());
    }

    private List<Finding> repair(long activityId, long epoch, List<Finding> confirmed, String actor) {
        List<Finding> findings = new ArrayList<>(confirmed.size());
        for (Finding finding : confirmed) {
            boolean repaired = repairs.repair(activityId, epoch, finding, actor);
            findings.add(repaired ? finding.asRepaired() : finding);
        }
        say(activityId, findings);
        return findings;
    }

    private static void say(long activityId, List<Finding> findings) {
        for (Finding finding : findings.subList(0, Math.min(MOST_SAID, findings.size()))) {
            log.error(
                    "[service] order {} of user {} in activity {} is wrong, and {}: {} ({})",
                    finding.orderId(),
                    finding.userId(),
                    activityId,
                    finding.repaired() ? "is repaired" : "somebody must look at it",
                    finding.kind(),
                    finding.text());
        }
        if (findings.size() > MOST_SAID) {
            log.error(
                    "[service] {} orders of activity {} are wrong, the report has them all; {} of them are repaired",
                    findings.size(),
                    activityId,
                    findings.stream().filter(Finding::repaired).count());
        }
    }
}
