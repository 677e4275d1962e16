package io.seckill.service.letter;

import io.seckill.queue.DeadLetter;
import io.seckill.queue.StoredDeadLetter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as an operator sees it.
 *
 * @param number its place among all, ascending in the order of the first burial
 * @param messageId its message; the order's id if it is one
 * @param queue the key of its queue
 * @param raw the message's bytes
 * @param reason why it was buried, in English
 * @param deliveries how often it was taken
 * @param failures how often handling it failed
 * @param state what has become of it
 * @param enqueuedAt when it was pushed; {@code null} if it does not say
 * @param buriedAt when it was buried
 * @param since when it came into its state
 */
public record LetterView(
        long number,
        String messageId,
        String queue,
        byte[] raw,
        String reason,
        int deliveries,
        int failures,
        LetterState state,
        @Nullable Instant enqueuedAt,
        Instant buriedAt,
        Instant since) {

    static LetterView of(StoredDeadLetter stored) {
        DeadLetter letter = stored.letter();
        return new LetterView(
                stored.number(),
                stored.messageId(),
                letter.queue(),
                letter.raw(),
                letter.reason(),
                letter.deliveries(),
                letter.failures(),
                LetterState.valueOf(stored.state().name()),
                letter.enqueuedAt(),
                letter.buriedAt(),
                stored.since());
    }
}
