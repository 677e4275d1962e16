package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import java.time.Clock;
import org.springframework.stereotype.Service;

/** Creates activities, and edits them for as long as nothing of them is in Redis. */
@Service
public class ActivityEditor {

    private final ActivityMapper activities;
    private final ActivityEditMapper edits;
    private final AuditLog audit;
    private final Transactions transactions;
    private final Clock clock;

    ActivityEditor(
            ActivityMapper activities,
            ActivityEditMapper edits,
            AuditLog audit,
            Transactions transactions,
            Clock clock) {
        this.activities = activities;
        this.edits = edits;
        this.audit = audit;
        this.transactions = transactions;
        this.clock = clock;
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
     * Changes an activity that is still a draft.
     *
     * @param id the activity
     * @param draft all of what it is to be
     * @param actor who changes it
     * @return the activity as it is now
     * @throws SeckillException INVALID_ARGUMENT if its window would be over already, ACTIVITY_NOT_FOUND,
     *     INVALID_STATE if it is no draft any more
     */
    public Activity edit(long id, ActivityDraft draft, String actor) {
        requireEndAhead(draft);
        return transactions.in(() -> {
            Activity before = edits.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            if (edits.update(id, draft) == 0) {
                throw Refusal.state(id, "not-draft");
            }
            Activity after = activities.find(id).orElseThrow();
            audit.note(actor, "EDIT_ACTIVITY", subject(id), before, after);
            return after;
        });
    }

    static String subject(long id) {
        return "activity:" + id;
    }

    private void requireEndAhead(ActivityDraft draft) {
        if (!draft.endTime().isAfter(clock.instant())) {
            throw SeckillException.invalid("endTime", "past");
        }
    }
}
