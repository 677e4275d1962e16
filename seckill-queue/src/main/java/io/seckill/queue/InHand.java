package io.seckill.queue;

/**
 * A message in a worker's hands, as an operator sees it.
 *
 * @param queue the queue's key
 * @param worker whose hands
 * @param leaseMillis what is left of the worker's lease; negative if it has ended and nobody has recovered it yet
 * @param messageId the message's id
 * @param raw its bytes
 * @param ageMillis how long ago it was pushed, by the clock of Redis; -1 if it does not say
 * @param deliveries how often it was taken
 * @param failures how often handling it failed before
 */
public record InHand(
        String queue,
        String worker,
        long leaseMillis,
        String messageId,
        byte[] raw,
        long ageMillis,
        int deliveries,
        int failures) {}
