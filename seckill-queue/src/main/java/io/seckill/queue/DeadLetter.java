package io.seckill.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that could not be handled.
 *
 * @param queue the queue's key
 * @param messageId its id; of an unparsable message the SHA-1 of its bytes, in hex
 * @param raw its bytes as they lay in the list
 * @param reason why it was buried
 * @param deliveries how often it was taken
 * @param failures how often handling it failed, the last time included
 * @param enqueuedAt when it was pushed, by the clock of Redis; {@code null} if it does not say
 * @param buriedAt when it was buried, by the clock of this process
 */
public record DeadLetter(
        String queue,
        String messageId,
        byte[] raw,
        String reason,
        int deliveries,
        int failures,
        @Nullable Instant enqueuedAt,
        Instant buriedAt) {}
