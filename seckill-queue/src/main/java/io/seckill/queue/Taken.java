package io.seckill.queue;

import java.util.List;

/**
 * What a worker took.
 *
 * @param messages oldest first
 * @param left how many were left in the queue
 */
record Taken(List<Message> messages, long left) {

    private static final int DELIVERIES_OF_A_SUSPECT = 3;

    /** Whether a process may have ended over it: it was delivered twice before without an outcome. */
    boolean suspect() {
        return messages.stream()
                .anyMatch(message -> message.deliveries() - message.failures() >= DELIVERIES_OF_A_SUSPECT);
    }

    /** A message as it was taken; it may turn out to be unreadable. */
    record Message(byte[] raw, WireFormat.Parsed parsed, int deliveries, int failures) {

        String id() {
            return parsed.id();
        }
    }
}
