package io.seckill.queue;

/** What became of a push. */
public sealed interface PushResult {

    /**
     * The message is in the queue.
     *
     * @param backlog messages in queue and retry set, this one included
     */
    record Pushed(long backlog) implements PushResult {}

    /**
     * The queue is at its bound; the message is nowhere.
     *
     * @param backlog messages in queue and retry set
     */
    record Full(long backlog) implements PushResult {}
}
