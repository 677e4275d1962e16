package io.seckill.queue;

import java.util.List;
import java.util.Optional;

/**
 * A {@link DeadLetterSink} that an operator can work with. A bean of this type makes the auto-configured
 * {@link DeadLetters} appear.
 *
 * <p>A burial under an id that is there already changes nothing if the letter is open or voided; if it was replayed, the
 * letter is open again, with the reason and the counts of this time.
 */
public interface DeadLetterStore extends DeadLetterSink {

    /**
     * Looks a letter up.
     *
     * @param messageId the message's id
     * @return the letter, if there is one
     */
    Optional<StoredDeadLetter> find(String messageId);

    /**
     * Lists letters, the newest first.
     *
     * @param query which
     * @return at most as many as asked for
     */
    List<StoredDeadLetter> page(DeadLetterQuery query);

    /**
     * Changes a letter's state if it still is what the caller saw: of two that try, one succeeds.
     *
     * @param messageId the message's id
     * @param from the state it must be in
     * @param to the state it is in afterwards
     * @param effect runs once the state is changed, in the same transaction if the store has any; whatever it throws
     *     leaves the state as it was, and is thrown on
     * @return whether it was changed; if not, the effect was not run or is undone
     */
    boolean change(String messageId, DeadLetterState from, DeadLetterState to, Runnable effect);
}
