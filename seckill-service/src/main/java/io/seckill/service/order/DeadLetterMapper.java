package io.seckill.service.order;

import io.seckill.queue.DeadLetter;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.jspecify.annotations.Nullable;

/** The dead letters' rows. */
@Mapper
interface DeadLetterMapper {

    /**
     * Stores a dead letter; one that is there already stays as it is.
     *
     * @param letter the letter
     * @param orderId its order, if its id is one
     * @param reason its reason, no longer than the column
     */
    @Insert("INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
            + " enqueued_at, buried_at, updated_at) VALUES (#{l.queue}, #{l.messageId}, #{orderId}, #{l.raw},"
            + " #{reason}, #{l.failures}, #{l.deliveries}, #{l.enqueuedAt}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))"
            + " ON DUPLICATE KEY UPDATE message_id = message_id")
    void bury(@Param("l") DeadLetter letter, @Param("orderId") @Nullable Long orderId, @Param("reason") String reason);
}
