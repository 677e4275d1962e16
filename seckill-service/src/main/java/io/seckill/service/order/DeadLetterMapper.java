package io.seckill.service.order;

import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetterState;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** The dead letters' rows. */
@Mapper
interface DeadLetterMapper {

    String COLUMNS =
            "id, queue, message_id, raw, reason, failures, deliveries, state, enqueued_at, buried_at, updated_at";

    String WAS_REPLAYED = "IF(state IN ('REPLAYING', 'REPLAYED'), ";

    /**
     * Stores a dead letter. One that is there already stays as it is, unless it was replayed: then it is open again, with
     * what is known of this time. (The state is assigned last, the server works from left to right.)
     *
     * @param letter the letter
     * @param orderId its order, if its id is one
     * @param reason its reason, no longer than the column
     */
    @Insert("INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
            + " enqueued_at, buried_at, updated_at) VALUES (#{l.queue}, #{l.messageId}, #{orderId}, #{l.raw},"
            + " #{reason}, #{l.failures}, #{l.deliveries}, #{l.enqueuedAt}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))"
            + " ON DUPLICATE KEY UPDATE"
            + " reason = " + WAS_REPLAYED + "VALUES(reason), reason),"
            + " failures = " + WAS_REPLAYED + "VALUES(failures), failures),"
            + " deliveries = " + WAS_REPLAYED + "VALUES(deliveries), deliveries),"
            + " buried_at = " + WAS_REPLAYED + "VALUES(buried_at), buried_at),"
            + " updated_at = " + WAS_REPLAYED + "VALUES(updated_at), updated_at),"
            + " state = " + WAS_REPLAYED + "'OPEN', state)")
    void bury(@Param("l") DeadLetter letter, @Param("orderId") @Nullable Long orderId, @Param("reason") String reason);

    /**
     * @param messageId the message's id
     * @return its letter, if there is one
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_dead_letter WHERE message_id = #{messageId}")
    Optional<DeadLetterRow> find(String messageId);

    /**
     * @param query which
     * @return the newest first
     */
    @Select("<script>SELECT " + COLUMNS + " FROM seckill_dead_letter WHERE id &lt; #{before}"
            + "<if test='state != null'> AND state = #{state}</if>"
            + "<if test='queue != null'> AND queue = #{queue}</if>"
            + " ORDER BY id DESC LIMIT #{limit}</script>")
    List<DeadLetterRow> page(DeadLetterQuery query);

    /**
     * Changes the state if it is the expected one.
     *
     * @param messageId the message's id
     * @param from the expected state
     * @param to the new one
     * @return 1 done, 0 it is in another state, or there is no such letter
     */
    @Update("UPDATE seckill_dead_letter SET state = #{to}, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE message_id = #{messageId} AND state = #{from}")
    int change(
            @Param("messageId") String messageId, @Param("from") DeadLetterState from, @Param("to") DeadLetterState to);
}
