package io.seckill.queue;

/**
 * The simple case: one message at a time, and what a queue is about is said by its key. A bean of this type is taken for
 * an {@link OrderHandler} by {@link OrderHandler#each(SimpleHandler)}.
 */
@FunctionalInterface
public interface SimpleHandler {

    /**
     * Handles a message; idempotent, called by several threads at once.
     *
     * @param activityId what stands in the hash tag of the queue's key: {@code 1001} of {@code coupon:{1001}}; the whole
     *     key if it has none
     * @param userId the message's body
     * @return whether it is done; if not, it comes again after a back-off, and is buried after the set number of failures
     * @throws HandBackException if what the handler needs is away: nothing is counted
     * @throws Exception counts as {@code false}
     */
    boolean handle(String activityId, String userId) throws Exception;
}
