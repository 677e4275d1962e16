package io.seckill.service.audit;

import io.seckill.service.database.Transactions;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Notes what an operator changed. A note is written in the transaction of the change itself: there is neither a change
 * without its note nor a note of a change that was rolled back.
 */
@Component
public class AuditLog {

    private final AuditMapper rows;
    private final JsonMapper json;
    private final Transactions transactions;

    AuditLog(AuditMapper rows, JsonMapper json, Transactions transactions) {
        this.rows = rows;
        this.json = json;
        this.transactions = transactions;
    }

    /**
     * Notes one change.
     *
     * @param actor who made it, at most 64 characters
     * @param action what was done, in capitals, at most 32 characters
     * @param subject what it was done to, as {@code kind:id}, at most 64 characters
     * @param before the thing as it was, written as JSON of at most 2,000 characters; {@code null} if it was not there
     * @param after the thing as it is now, likewise
     * @throws IllegalStateException outside a transaction
     */
    public void note(String actor, String action, String subject, @Nullable Object before, @Nullable Object after) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    action + " of " + subject + " is noted outside the transaction of the change");
        }
        rows.insert(actor, action, subject, text(before), text(after));
    }

    /**
     * Notes something that changes no row in MySQL, in a transaction of its own.
     *
     * @param actor who did it, at most 64 characters
     * @param action what was done, in capitals, at most 32 characters
     * @param subject what it was done to, as {@code kind:id}, at most 64 characters
     * @param before the thing as it was, written as JSON of at most 2,000 characters; {@code null} if that says nothing
     * @param after the thing as it is now, likewise
     * @throws RuntimeException if MySQL is away
     */
    public void noteByItself(
            String actor, String action, String subject, @Nullable Object before, @Nullable Object after) {
        transactions.in(() -> {
            note(actor, action, subject, before, after);
            return subject;
        });
    }

    private @Nullable String text(@Nullable Object thing) {
        return thing == null ? null : json.writeValueAsString(thing);
    }
}
