package io.seckill.queue;

import java.time.Instant;

/**
 * A dead letter where it is kept.
 *
 * @param number its place among all, ascending in the order of the first burial
 * @param letter what was buried
 * @param state what has become of it
 * @param since when it came into this state, by the clock of the store
 */
public record StoredDeadLetter(long number, DeadLetter letter, DeadLetterState state, Instant since) {

    /** {@return the message's id} */
    public String messageId() {
        return letter.messageId();
    }
}
