package io.seckill.queue;

import java.util.List;

/**
 * What a worker took.
 *
 * @param messages oldest first
 * @param left how many were left in the queue
 */
record Taken(List<Message> messages, long left) {

    /** A message as it was taken; it may turn out to be unreadable. */
    record Message(byte[] raw, WireFormat.Parsed parsed, int deliveries, int failures) {

        String id() {
            return parsed.id();
        }
    }
}
