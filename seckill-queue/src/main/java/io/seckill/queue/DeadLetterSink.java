package io.seckill.queue;

/**
 * Where messages go that can not be handled. A process with an {@link OrderHandler} needs one.
 *
 * <p>The message leaves the queue after this call; a crash in between buries it a second time.
 */
@FunctionalInterface
public interface DeadLetterSink {

    /**
     * Stores a dead letter; idempotent by message id, durable on return.
     *
     * @param letter what could not be handled
     * @throws RuntimeException if it could not be stored: taken for a sink that is away, so that the message goes back to
     *     the queue and nothing is counted
     */
    void bury(DeadLetter letter);
}
