package io.seckill.service.reconcile;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** What MySQL knows of who holds units of an activity. */
@Mapper
interface RebuildMapper {

    /**
     * @param activityId the activity
     * @param afterUser only users with a higher id
     * @param limit how many at most
     * @return live orders, by user
     */
    @Select("SELECT id, user_id, quantity, status, seq, accepted_at, pay_before FROM seckill_order"
            + " WHERE activity_id = #{activityId} AND active = 1 AND user_id > #{afterUser}"
            + " ORDER BY user_id LIMIT #{limit}")
    List<LiveOrder> liveOrders(
            @Param("activityId") long activityId, @Param("afterUser") long afterUser, @Param("limit") int limit);

    /**
     * @param activityId the activity
     * @return units of the total that are neither stock nor in a live order, as of one instant: 0, unless somebody changed
     *     rows by hand; {@code null} if there is no such activity
     */
    @Select("SELECT a.total_stock - a.stock - COALESCE((SELECT SUM(o.quantity) FROM seckill_order o"
            + " WHERE o.activity_id = a.id AND o.active = 1), 0) FROM seckill_activity a WHERE a.id = #{activityId}")
    @Nullable Long unaccounted(long activityId);

    /**
     * @param ids at least one
     * @return those of the orders that are rows, in whatever state
     */
    @Select("<script>SELECT id FROM seckill_order WHERE id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    List<Long> known(@Param("ids") List<Long> ids);

    /**
     * @param queue the activity's queue
     * @return the messages of its dead letters that nobody has settled
     */
    @Select("SELECT raw FROM seckill_dead_letter WHERE queue = #{queue} AND state IN ('OPEN', 'REPLAYING')"
            + " AND order_id IS NOT NULL ORDER BY id")
    List<RawMessage> openDeadLetters(String queue);

    /** One live order. */
    record LiveOrder(
            long id,
            long userId,
            int quantity,
            int status,
            long seq,
            Instant acceptedAt,
            @Nullable Instant payBefore) {}

    /** The bytes of one message. */
    record RawMessage(byte[] raw) {}
}
