package io.seckill.queue;

/**
 * The keys a queue's inner life is kept in; they grow out of the queue's own key and, if that has a hash tag, share its
 * slot. Published for scripts and operators.
 */
public final class QueueKeys {

    private QueueKeys() {}

    /**
     * List: the messages in the hands of one worker, oldest on the right.
     *
     * @param queue the queue's key
     * @param worker the worker's name
     * @return the key
     */
    public static String processing(String queue, String worker) {
        return queue + ":processing:" + worker;
    }

    /**
     * Sorted set: worker → end of its lease (epoch ms by the clock of Redis). A process is in it under its own name while
     * it lives; a worker, named {@code <process>-<number>}, while it has a batch in hand.
     *
     * @param queue the queue's key
     * @return the key
     */
    public static String workers(String queue) {
        return queue + ":workers";
    }

    /**
     * Sorted set: raw message → when it is due for another try (epoch ms by the clock of Redis).
     *
     * @param queue the queue's key
     * @return the key
     */
    public static String retry(String queue) {
        return queue + ":retry";
    }

    /**
     * Hash: message id → {@code deliveries:failures[:worker]}, for messages that were taken or replayed and are not done;
     * the worker is the one that took it last.
     *
     * @param queue the queue's key
     * @return the key
     */
    public static String attempts(String queue) {
        return queue + ":attempts";
    }

    /** What stands in the hash tag of a queue's key, or the whole key if it has none. */
    static String tag(String queue) {
        int open = queue.indexOf('{');
        int close = queue.indexOf('}', open + 1);
        return open < 0 || close <= open + 1 ? queue : queue.substring(open + 1, close);
    }

    /** A key that never exists: a script that begins with deleting it may write when the memory is full. */
    static String unused(String queue) {
        return queue + ":unused";
    }
}
