package io.seckill.service.ending;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.Refusal;
import io.seckill.service.activity.SaleSettings;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Closes sales: they take no orders any more, for good. What was accepted is still stored, paid, cancelled and returned.
 */
@Service
public class SaleCloser {

    private static final Logger log = LoggerFactory.getLogger(SaleCloser.class);

    private final ActivityMapper activities;
    private final EndingMapper endings;
    private final SaleSettings settings;
    private final AuditLog audit;
    private final Transactions transactions;

    SaleCloser(
            ActivityMapper activities,
            EndingMapper endings,
            SaleSettings settings,
            AuditLog audit,
            Transactions transactions) {
        this.activities = activities;
        this.endings = endings;
        this.settings = settings;
        this.audit = audit;
        this.transactions = transactions;
    }

    /**
     * Closes a sale. Should Redis be away just then, a worker tells it as soon as it is back.
     *
     * @param activityId the sale
     * @param actor who closes it
     * @throws SeckillException ACTIVITY_NOT_FOUND, INVALID_STATE if it is not open
     */
    public void close(long activityId, String actor) {
        transactions.in(() -> {
            Activity before = activities.lock(activityId).orElseThrow(() -> Refusal.unknownActivity(activityId));
            if (endings.close(activityId) == 0) {
                throw Refusal.notOpen(activityId, before.state());
            }
            return note(before, actor);
        });
        settings.pushOrLeave(activityId);
    }

    /** Closes a sale whose window has been over for so long, unless somebody has closed or prolonged it meanwhile. */
    void closeOverdue(long activityId, long forMillis) {
        boolean closed = transactions.in(() -> {
            Activity before = activities.lock(activityId).orElseThrow();
            return endings.closeOverdue(activityId, forMillis) == 1 && note(before, "worker");
        });
        if (closed) {
            settings.pushOrLeave(activityId);
        }
    }

    private boolean note(Activity before, String actor) {
        Activity closed = activities.find(before.id()).orElseThrow();
        audit.note(actor, "CLOSE_ACTIVITY", "activity:" + before.id(), before, closed);
        log.info("Activity {} is closed by {}", before.id(), actor);
        return true;
    }
}
