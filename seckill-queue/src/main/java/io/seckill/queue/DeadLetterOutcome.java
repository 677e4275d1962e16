package io.seckill.queue;

/** What became of an operator's order to settle a dead letter. */
public sealed interface DeadLetterOutcome {

    /** It is settled as asked. */
    record Settled() implements DeadLetterOutcome {}

    /**
     * It makes no sense now; nothing was changed.
     *
     * @param reason for the operator
     */
    record Refused(String reason) implements DeadLetterOutcome {}

    /** There is no such letter or message. */
    record NotFound() implements DeadLetterOutcome {}
}
