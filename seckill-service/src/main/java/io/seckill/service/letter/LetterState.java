package io.seckill.service.letter;

/** What has become of a dead letter. */
public enum LetterState {
    /** Somebody has to settle it. */
    OPEN,
    /** Its message is on the way back into the queue; if that takes long it can be replayed again. */
    REPLAYING,
    /** Its message is back in the queue, or was. */
    REPLAYED,
    /** It was given up. */
    VOIDED
}
