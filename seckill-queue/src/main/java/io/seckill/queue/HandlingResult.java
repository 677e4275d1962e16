package io.seckill.queue;

/** What became of one message. */
public sealed interface HandlingResult {

    /** Its effect is durable; it leaves the queue. */
    record Done() implements HandlingResult {
        private static final Done INSTANCE = new Done();
    }

    /**
     * It failed and may succeed later: it comes again after a back-off, and is buried after the set number of failures.
     *
     * @param reason for the log and, in the end, for the dead letter
     */
    record Retry(String reason) implements HandlingResult {}

    /**
     * It can never succeed: it is buried at once.
     *
     * @param reason for the dead letter
     */
    record Dead(String reason) implements HandlingResult {}

    /** {@return the message is done} */
    static HandlingResult done() {
        return Done.INSTANCE;
    }

    /**
     * The message failed and may succeed later.
     *
     * @param reason why it failed
     * @return the result
     */
    static HandlingResult retry(String reason) {
        return new Retry(reason);
    }

    /**
     * The message can never succeed.
     *
     * @param reason why
     * @return the result
     */
    static HandlingResult dead(String reason) {
        return new Dead(reason);
    }
}
