package io.seckill.queue;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What every batch of a pool is handled with.
 *
 * @param suspects held by the worker that handles a message over which the process may have ended before
 */
record BatchTools(
        QueueProperties properties,
        OrderHandler handler,
        DeadLetterSink sink,
        ListCommands commands,
        Dispatcher dispatcher,
        RetryPolicy retryPolicy,
        Patience patience,
        OutageLog outages,
        PoolCounters counters,
        ReentrantLock suspects,
        Clock clock) {

    int maxFailures() {
        return properties.maxFailures();
    }

    /** Why a message may not reach the handler at all, or {@code null} if it may. */
    @Nullable String condemn(Taken.Message message) {
        if (message.raw().length > properties.maxMessageSize().toBytes()) {
            return "message of " + message.raw().length + " bytes, more than "
                    + properties.maxMessageSize().toBytes();
        }
        if (message.parsed() instanceof WireFormat.Unreadable unreadable) {
            return "unreadable: " + unreadable.reason();
        }
        if (message.deliveries() > properties.maxDeliveries()) {
            return "delivered " + (message.deliveries() - 1) + " times without an outcome";
        }
        return null;
    }

    /** Stores a dead letter; throws if the sink does. */
    void bury(String queue, Taken.Message message, String reason, int failures) {
        Instant enqueuedAt =
                message.parsed() instanceof WireFormat.Message read ? Instant.ofEpochMilli(read.enqueuedAt()) : null;
        sink.bury(new DeadLetter(
                queue,
                message.id(),
                message.raw(),
                reason,
                message.deliveries(),
                failures,
                enqueuedAt,
                clock.instant()));
        counters.buried.increment();
        outages.note("dead letter " + queue, "Message " + message.id() + " of " + queue + " is buried: " + reason);
    }

    void noteFailure(String queue, Taken.Message message, String reason) {
        outages.note("failure " + queue, "Message " + message.id() + " of " + queue + " failed: " + reason);
    }

    void noteLost(String queue, Taken.Message message) {
        outages.note(
                "lost " + queue,
                "Message " + message.id() + " of " + queue
                        + " is in other hands: the lease ended while it was handled; it is not buried from here");
    }

    void works(String queue) {
        dispatcher.works(queue);
        outages.works("Handling " + queue);
        outages.works("Burying a message of " + queue);
    }
}
