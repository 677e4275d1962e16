package io.seckill.queue;

import java.util.List;

/**
 * What is done with the messages. A bean of this type makes the auto-configured {@link WorkerPool} start.
 *
 * <p>Delivery is at least once: a message may come again after it was handled (the process died before the
 * acknowledgement, a lease ended), perhaps while an earlier delivery is still in hand elsewhere. A handler therefore has
 * to be idempotent by message id. It is called by several threads at once.
 */
@FunctionalInterface
public interface OrderHandler {

    /**
     * Handles a batch.
     *
     * @param queue the queue's key; all of the batch is from this queue
     * @param batch oldest message first, never empty, no id twice; one message that was delivered before comes alone
     * @return what became of each message; one that is not named counts as failed
     * @throws HandBackException if what the handler needs is away: the batch goes back in order and nothing is counted
     * @throws Exception if the batch failed: it is split until the bad message stands alone, so that the good ones are
     *     not delayed; the bad one is retried, and buried after the set number of failures
     */
    BatchResult handle(String queue, List<Delivery> batch) throws Exception;

    /**
     * A handler that takes one message at a time.
     *
     * @param handler what is done with each
     * @return the same as an {@code OrderHandler}
     */
    static OrderHandler each(SimpleHandler handler) {
        return new OneByOne(handler);
    }
}
