package io.seckill.service.letter;

import io.seckill.common.RedisKeys;
import io.seckill.queue.DeadLetterOutcome;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetterState;
import io.seckill.queue.DeadLetters;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Where operators settle dead letters, under their name in the audit log. */
@Service
public class LetterDesk {

    private final DeadLetters letters;
    private final AuditLog audit;
    private final Transactions transactions;

    LetterDesk(DeadLetters letters, AuditLog audit, Transactions transactions) {
        this.letters = letters;
        this.audit = audit;
        this.transactions = transactions;
    }

    /**
     * Lists letters, the newest first.
     *
     * @param state only those in this state, or {@code null} for all
     * @param activityId only those of this activity, or {@code null} for all
     * @param before only those with a lower number, or {@link Long#MAX_VALUE}
     * @param limit how many at most, 1 to 1000
     * @return the letters
     */
    public List<LetterView> page(@Nullable LetterState state, @Nullable Long activityId, long before, int limit) {
        DeadLetterQuery query = new DeadLetterQuery(
                state == null ? null : DeadLetterState.valueOf(state.name()),
                activityId == null ? null : RedisKeys.queue(activityId),
                before,
                limit);
        return letters.page(query).stream().map(LetterView::of).toList();
    }

    /**
     * Looks a letter up.
     *
     * @param messageId its message
     * @return the letter, if there is one
     */
    public Optional<LetterView> find(String messageId) {
        return letters.find(messageId).map(LetterView::of);
    }

    /**
     * Puts the message back into its queue. What is on record first is the wish, since Redis cannot be in one transaction
     * with it; a refusal follows it.
     *
     * @param messageId its message
     * @param actor who wants it
     * @return what became of it
     * @throws RuntimeException if a store is away
     */
    public Settlement replay(String messageId, String actor) {
        Optional<LetterView> before = find(messageId);
        if (before.isEmpty()) {
            return new Settlement.NotFound();
        }
        String subject = subject(before.get());
        audit.noteByItself(actor, "REPLAY_DEAD_LETTER", subject, note(before.get()), Map.of("state", "REPLAYED"));
        DeadLetterOutcome outcome = letters.replay(messageId);
        LetterView after = find(messageId).orElse(before.get());
        if (outcome instanceof DeadLetterOutcome.Refused refused) {
            audit.noteByItself(
                    actor, "REPLAY_REFUSED", subject, note(before.get()), Map.of("why", shortened(refused.reason())));
        }
        return settlement(outcome, after);
    }

    /**
     * Gives the message up for good and settles what it stood for; on record in the same transaction.
     *
     * @param messageId its message
     * @param actor who wants it
     * @return what became of it
     * @throws RuntimeException if a store is away; nothing was changed
     */
    public Settlement voidOut(String messageId, String actor) {
        Optional<LetterView> before = find(messageId);
        if (before.isEmpty()) {
            return new Settlement.NotFound();
        }
        DeadLetterOutcome outcome;
        try {
            outcome = transactions.in(() -> {
                DeadLetterOutcome done = letters.voidOut(messageId);
                if (!(done instanceof DeadLetterOutcome.Settled)) {
                    throw new Undone(done);
                }
                audit.note(
                        actor,
                        "VOID_DEAD_LETTER",
                        subject(before.get()),
                        note(before.get()),
                        Map.of("state", LetterState.VOIDED));
                return done;
            });
        } catch (Undone undone) {
            outcome = undone.outcome;
        }
        return settlement(outcome, find(messageId).orElse(before.get()));
    }

    private static Settlement settlement(DeadLetterOutcome outcome, LetterView letter) {
        if (outcome instanceof DeadLetterOutcome.Refused refused) {
            return new Settlement.Refused(letter, refused.reason());
        }
        return outcome instanceof DeadLetterOutcome.Settled
                ? new Settlement.Settled(letter)
                : new Settlement.NotFound();
    }

    private static String subject(LetterView letter) {
        return "dead-letter:" + letter.number();
    }

    private static Map<String, Object> note(LetterView letter) {
        return Map.of(
                "messageId", letter.messageId(),
                "queue", letter.queue(),
                "state", letter.state(),
                "reason", shortened(letter.reason()));
    }

    /** The audit log has room for 2,000 characters, some of which JSON writes as six. */
    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200);
    }

    /** Undoes the transaction of a void that was refused inside. */
    private static final class Undone extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient DeadLetterOutcome outcome;

        Undone(DeadLetterOutcome outcome) {
            super("not settled", null, false, false);
            this.outcome = outcome;
        }
    }
}
