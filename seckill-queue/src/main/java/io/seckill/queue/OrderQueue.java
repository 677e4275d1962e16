package io.seckill.queue;

import java.util.List;
import java.util.Set;

/** The queues from outside: push, watch. Present in every process, with or without an {@link OrderHandler}. */
public interface OrderQueue {

    /**
     * Counts what is in a queue and in hand.
     *
     * @param queue the queue's key
     * @return its state at one instant; zeros for a queue that nobody knows
     */
    QueueSnapshot snapshot(String queue);

    /**
     * Lists what workers have in hand: whose hands, for how long, how often tried.
     *
     * @param queue the queue's key
     * @param limit how many at most, at least 1
     * @return the oldest of each worker first; not one instant, but message by message
     */
    List<InHand> inHand(String queue, int limit);

    /** {@return the keys of the registered queues} */
    Set<String> queues();

    /**
     * Makes a queue known to the workers, who notice within a second; nothing happens if it is known.
     *
     * @param queue the queue's key; on a cluster it needs a hash tag, for instance {@code coupon:{7}}
     */
    void register(String queue);

    /**
     * Makes the workers forget a queue, within a second; nothing happens if they do not know it. Whatever is in it stays
     * there, and nobody takes it.
     *
     * @param queue the queue's key
     */
    void unregister(String queue);

    /**
     * Puts a message into a queue and registers the queue.
     *
     * @param queue the queue's key
     * @param messageId 1 to 64 of {@code A-Z a-z 0-9 _ . : -}; the same id again is the same piece of work
     * @param body whatever the handler understands
     * @return whether it was pushed
     * @throws IllegalArgumentException if the id is of another form or the message is too large
     */
    PushResult push(String queue, String messageId, String body);
}
