package io.seckill.queue;

/** What has become of a dead letter. */
public enum DeadLetterState {
    /** An operator has to settle it. */
    OPEN,
    /** Its message is on the way back into the queue; a crash in between leaves it here until it is replayed again. */
    REPLAYING,
    /** Its message is back in the queue, or was; if it fails again the letter is open again. */
    REPLAYED,
    /** It was given up; its message is nowhere and never comes back. */
    VOIDED
}
