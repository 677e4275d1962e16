package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import io.seckill.service.redis.RedisTimeline;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Creates activities, edits them, and deletes drafts. Of a sale that is open the name, the window and the limit can be changed, and Redis
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
     * Changes an activity whatever it was before.
     *
     * @param id the activity
     * @param draft all of what it is to be
     * @param actor who changes it
     * @return the activity as it is now
     * @throws SeckillException as {@link #edit(long, ActivityDraft, String, String)}
     */
    public Activity edit(long id, ActivityDraft draft, String actor) {
        return edit(id, draft, null, actor);
    }

    /**
     * Changes a draft, or what may be changed of a sale that is open. Should Redis be away just then, a worker tells it
     * as soon as it is back.
     *
     * @param id the activity
     * @param draft all of what it is to be
     * @param seen the {@link Activity#version()} that the change was made from; {@code null} for whatever is there
     * @param actor who changes it
     * @return the activity as it is now
     * @throws SeckillException INVALID_ARGUMENT if its window would be over already, ACTIVITY_NOT_FOUND,
     *     INVALID_STATE if it is being warmed up or closed, if it is another version, or if it is open and the stock would
     *     be another
     */
    public Activity edit(long id, ActivityDraft draft, @Nullable String seen, String actor) {
        requireEndAhead(draft);
        Activity edited = transactions.in(() -> {
            Activity before = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            boolean editable = before.state() == ActivityState.DRAFT || before.state() == ActivityState.OPEN;
            if (editable && seen != null && !seen.equals(before.version())) {
                throw Refusal.state(id, "edited-meanwhile");
            }
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

    /**
     * Deletes a draft: it was never warmed up, so no buyer has heard of it and nothing refers to it. Only the audit log
     * remembers.
     *
     * @param id the activity
     * @param actor who deletes it
     * @return what it was
     * @throws SeckillException ACTIVITY_NOT_FOUND, INVALID_STATE if its warm-up was begun
     */
    public Activity delete(long id, String actor) {
        return transactions.in(() -> {
            Activity draft = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            if (edits.delete(id) == 0) {
                throw Refusal.state(id, "no-draft");
            }
            audit.note(actor, "DELETE_ACTIVITY", subject(id), draft, Map.of("state", "DELETED"));
            return draft;
        });
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
