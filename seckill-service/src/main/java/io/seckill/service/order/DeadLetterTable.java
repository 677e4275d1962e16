package io.seckill.service.order;

import io.seckill.common.CanonicalId;
import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetterState;
import io.seckill.queue.DeadLetterStore;
import io.seckill.queue.StoredDeadLetter;
import io.seckill.service.database.Transactions;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Dead letters in MySQL, each once by its message id, where an operator finds them. */
@Component
class DeadLetterTable implements DeadLetterStore {

    private static final int REASON_LENGTH = 512;

    private final DeadLetterMapper letters;
    private final ClaimBook claims;
    private final Transactions transactions;

    DeadLetterTable(DeadLetterMapper letters, ClaimBook claims, Transactions transactions) {
        this.letters = letters;
        this.claims = claims;
        this.transactions = transactions;
    }

    @Override
    public void bury(DeadLetter letter) {
        String reason = letter.reason();
        Long orderId = CanonicalId.parse(letter.messageId()).isPresent() ? Long.valueOf(letter.messageId()) : null;
        letters.bury(letter, orderId, reason.length() > REASON_LENGTH ? reason.substring(0, REASON_LENGTH) : reason);
        // If Redis is away now, the queue keeps the message and buries it again.
        AcceptedOrder.read(letter.queue(), letter.raw()).ifPresent(claims::dead);
    }

    @Override
    public Optional<StoredDeadLetter> find(String messageId) {
        return letters.find(messageId).map(DeadLetterRow::letter);
    }

    @Override
    public List<StoredDeadLetter> page(DeadLetterQuery query) {
        return letters.page(query).stream().map(DeadLetterRow::letter).toList();
    }

    @Override
    public boolean change(String messageId, DeadLetterState from, DeadLetterState to, Runnable effect) {
        return transactions.in(() -> {
            boolean changed = letters.change(messageId, from, to) == 1;
            if (changed) {
                effect.run();
            }
            return changed;
        });
    }
}
