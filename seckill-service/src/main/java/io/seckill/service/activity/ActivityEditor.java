package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import io.seckill.service.redis.RedisTimeline;
import org.springframework.stereotype.Service;

/**
 * Creates activities and edits them. Of a sale that is open the name, the window and the limit can be changed, and Redis
 * hears of it at once; its stock changes by the ledger alone.
 */
@Service
public class ActivityEditor {

    private final ActivityMapper activities;
    private final ActivityEditMapper edits;
    private final SaleSettings settings;
    private final AuditLog audit;
    private final Transactions transactions;
    private final RedisTimeline timeline;

    ActivityEditor(
            ActivityMapper activities,
            ActivityEditMapper edits,
            SaleSettings settings,
            AuditLog audit,
            Transactions transactions,
            RedisTimeline timeline) {
        this.activities = activities;
        this.edits = edits;
        this.settings = settings;
        this.audit = audit;
        this.transactions = transactions;
        this.timeline = timeline;
    }

    /**
     * Creates an activity. Its stock stays in MySQL until it is warmed up.
     *
     * @param draft what it is
     * @param actor who creates it
     * @return the activity, DRAFT
     * @throws SeckillException INVALID_ARGUMENT if its window is over already
     */
    public Activity create(ActivityDraft draft, String actor) {
        requireEndAhead(draft);
        return transactions.in(() -> {
            edits.insert(draft);
            Activity created = activities.find(edits.insertedId()).orElseThrow();
            audit.note(actor, "CREATE_ACTIVITY", subject(created.id()), null, created);
            return created;
        });
    }

    /**
     * Changes a draft, or what may be changed of a sale that is open. Should Redis be away just then, a worker tells it
     * as soon as it is back.
     *
     * @param id the activity
     * @param draft all of what it is to be
     * @param actor who changes it
     * @return the activity as it is now
     * @throws SeckillException INVALID_ARGUMENT if its window would be over already, ACTIVITY_NOT_FOUND,
     *     INVALID_STATE if it is being warmed up or closed, or if it is open and the stock would be another
     */
    public Activity edit(long id, ActivityDraft draft, String actor) {
        requireEndAhead(draft);
        Activity edited = transactions.in(() -> {
            Activity before = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            switch (before.state()) {
                case DRAFT -> edits.update(id, draft);
                case OPEN -> edits.updateOpen(id, requireSameStock(before, draft));
                case WARMING -> throw Refusal.state(id, "warming");
                case CLOSED, ARCHIVED -> throw Refusal.state(id, "closed");
            }
            Activity after = activities.find(id).orElseThrow();
            audit.note(actor, "EDIT_ACTIVITY", subject(id), before, after);
            return after;
        });
        if (edited.state() == ActivityState.OPEN) {
            settings.pushOrLeave(id);
        }
        return edited;
    }

    private static ActivityDraft requireSameStock(Activity open, ActivityDraft draft) {
        if (draft.totalStock() != open.totalStock() || draft.reserved() != open.reserved()) {
            throw Refusal.state(open.id(), "stock-is-warm");
        }
        return draft;
    }

    static String subject(long id) {
        return "activity:" + id;
    }

    private void requireEndAhead(ActivityDraft draft) {
        if (!draft.endTime().isAfter(timeline.now())) {
            throw SeckillException.invalid("endTime", "past");
        }
    }
}
