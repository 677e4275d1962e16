package io.seckill.service.simulator;

import io.seckill.queue.DeadLetter;
import java.time.Instant;

/** A row of seckill_dead_letter. */
public record LetterRecord(long id, DeadLetter letter, Long orderId, String state, Instant updatedAt) {

    public static String key(String messageId) {
        return "letter:" + messageId;
    }

    public LetterRecord with(String state, Instant updatedAt) {
        return new LetterRecord(id, letter, orderId, state, updatedAt);
    }

    /** Whether an operator has yet to settle it; a replay that died on the way can be repeated. */
    boolean isUnsettled() {
        return state.equals("OPEN") || isReplaying();
    }

    boolean isReplaying() {
        return state.equals("REPLAYING");
    }
}
