package io.seckill.queue;

/**
 * One message in a worker's hands.
 *
 * @param queue the queue's key
 * @param messageId the id its pusher gave it; two messages with one id are one piece of work
 * @param enqueuedAt when it was pushed, epoch milliseconds by the clock of Redis
 * @param body what the pusher wrote, whatever it means to the handler
 * @param raw the message as it lies in the list, byte for byte
 * @param deliveries how often it was taken, this time included; at least 1
 * @param failures how often handling it failed before
 */
public record Delivery(
        String queue, String messageId, long enqueuedAt, String body, byte[] raw, int deliveries, int failures) {}
