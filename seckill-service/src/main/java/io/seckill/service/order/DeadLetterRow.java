package io.seckill.service.order;

import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterState;
import io.seckill.queue.StoredDeadLetter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code seckill_dead_letter}, column by column. */
record DeadLetterRow(
        long id,
        String queue,
        String messageId,
        byte[] raw,
        String reason,
        int failures,
        int deliveries,
        String state,
        @Nullable Instant enqueuedAt,
        Instant buriedAt,
        Instant updatedAt) {

    StoredDeadLetter letter() {
        DeadLetter letter = new DeadLetter(queue, messageId, raw, reason, deliveries, failures, enqueuedAt, buriedAt);
        return new StoredDeadLetter(id, letter, DeadLetterState.valueOf(state), updatedAt);
    }
}
