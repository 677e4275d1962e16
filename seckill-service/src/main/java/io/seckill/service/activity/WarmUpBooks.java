package io.seckill.service.activity;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import io.seckill.service.redis.RedisTimeline;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * MySQL's side of a warm-up: what is granted is written down before Redis hears of it, and settled after. Each step is
 * one transaction on the activity's locked row, so of two operators one comes after the other.
 */
@Component
class WarmUpBooks {

    /** The warm-up is the first grant of every activity. */
    private static final long LEDGER_NO = 1;

    private final ActivityMapper activities;
    private final ActivityEditMapper edits;
    private final StockLedgerMapper ledger;
    private final AuditLog audit;
    private final Transactions transactions;
    private final RedisTimeline timeline;

    WarmUpBooks(
            ActivityMapper activities,
            ActivityEditMapper edits,
            StockLedgerMapper ledger,
            AuditLog audit,
            Transactions transactions,
            RedisTimeline timeline) {
        this.activities = activities;
        this.edits = edits;
        this.ledger = ledger;
        this.audit = audit;
        this.transactions = transactions;
        this.timeline = timeline;
    }

    /**
     * A warm-up under way.
     *
     * @param activity the activity, WARMING
     * @param units units that Redis is to get
     */
    record Begun(Activity activity, long units) {}

    /**
     * Notes that Redis is to get the stock, or finds that an earlier press has noted it and did not finish.
     *
     * @return what is under way, or empty if the activity is warm
     * @throws SeckillException if it cannot be warmed up at all
     */
    Optional<Begun> begin(long id, String actor) {
        return transactions.in(() -> {
            Activity found = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            return switch (found.state()) {
                case OPEN -> Optional.<Begun>empty();
                case CLOSED, ARCHIVED -> throw Refusal.state(id, "closed");
                // Also after its end: what was begun could otherwise never be finished, nor closed.
                case WARMING ->
                    Optional.of(new Begun(found, edits.grantedBy(id, LEDGER_NO).orElseThrow()));
                case DRAFT -> Optional.of(beginDraft(requireEndAhead(found), actor));
            };
        });
    }

    private Begun beginDraft(Activity draft, String actor) {
        long units = draft.totalStock() - draft.reserved();
        if (units <= 0) {
            throw new SeckillException(
                    ErrorCode.STOCK_NOT_CONFIGURED, "activity " + draft.id() + " has no stock to warm up");
        }
        requireOne(edits.beginWarmUp(draft.id()), draft.id());
        ledger.open(draft.id(), LEDGER_NO, "WARM_UP", units, actor);
        Activity warming = activities.find(draft.id()).orElseThrow();
        audit.note(actor, "BEGIN_WARM_UP", ActivityEditor.subject(draft.id()), draft, warming);
        return new Begun(warming, units);
    }

    /** {@return whether the activity is warm already, for an answer that needs neither lock nor Redis} */
    boolean isWarm(long id) {
        return activities
                .find(id)
                .filter(activity -> activity.state() == ActivityState.OPEN)
                .isPresent();
    }

    /**
     * Notes that Redis has the stock.
     *
     * @return the activity, OPEN, if it was this call that noted it; empty if another one did
     */
    Optional<Activity> finish(long id, String actor) {
        return transactions.in(() -> {
            Activity before = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            if (edits.finishWarmUp(id) == 0) {
                return Optional.<Activity>empty();
            }
            requireOne(ledger.settle(id, LEDGER_NO), id);
            Activity open = activities.find(id).orElseThrow();
            audit.note(actor, "FINISH_WARM_UP", ActivityEditor.subject(id), before, open);
            return Optional.of(open);
        });
    }

    boolean isWarming(long id) {
        return activities
                .find(id)
                .filter(activity -> activity.state() == ActivityState.WARMING)
                .isPresent();
    }

    long granted(long id) {
        return ledger.granted(id);
    }

    private Activity requireEndAhead(Activity activity) {
        if (!activity.endTime().isAfter(timeline.now())) {
            throw Refusal.state(activity.id(), "ended");
        }
        return activity;
    }

    private static void requireOne(int rows, long id) {
        if (rows != 1) {
            throw new IllegalStateException("activity " + id + ": " + rows + " rows changed where one was locked");
        }
    }
}
