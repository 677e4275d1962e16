package io.seckill.queue;

/**
 * What else has to change when an operator settles a dead letter: what the message stood for. Any number of beans; each
 * method is idempotent, because a crash may run it again.
 */
public interface DeadLetterEffects {

    /**
     * The message is about to go back into its queue.
     *
     * @param letter the letter
     * @throws DeadLetterRefusedException if handling it again makes no sense: the letter stays open
     */
    default void replaying(StoredDeadLetter letter) {}

    /**
     * The letter is voided. Runs in the store's transaction if it has any: both happen, or neither.
     *
     * @param letter the letter
     * @throws DeadLetterRefusedException if it cannot be voided: the letter stays open
     */
    default void voided(StoredDeadLetter letter) {}
}
