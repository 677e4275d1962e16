package io.seckill.service.order;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** The orders' rows. */
@Mapper
interface OrderMapper {

    String COLUMNS =
            "id, activity_id, user_id, quantity, status, close_reason, accepted_at, pay_before," + " return_state";

    /** {@return the database's clock} */
    @Select("SELECT UTC_TIMESTAMP(3)")
    Instant now();

    /**
     * Stores an order that cannot live, under its own id, with its units waiting for their return to Redis.
     *
     * @param order the order
     * @param reason why
     */
    @Insert("INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, close_reason, seq, epoch,"
            + " accepted_at, created_at, cancelled_at, return_state) VALUES (#{o.orderId}, #{o.activityId},"
            + " #{o.userId}, #{o.quantity}, 2, #{reason}, #{o.seq}, #{o.epoch}, #{o.acceptedAt}, UTC_TIMESTAMP(3),"
            + " UTC_TIMESTAMP(3), 1)")
    void insertCancelled(@Param("o") AcceptedOrder order, @Param("reason") CloseReason reason);

    /**
     * @param ids at least one
     * @return the orders that are there
     */
    @Select("<script>SELECT " + COLUMNS + " FROM seckill_order WHERE id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    List<OrderRow> byIds(@Param("ids") Collection<Long> ids);

    /**
     * @param activityId the activity
     * @param userIds at least one
     * @return their live orders of the activity
     */
    @Select("<script>SELECT " + COLUMNS + " FROM seckill_order WHERE activity_id = #{activityId} AND active = 1"
            + " AND user_id IN<foreach collection='userIds' item='u' open='(' close=')' separator=','>#{u}</foreach>"
            + "</script>")
    List<OrderRow> live(@Param("activityId") long activityId, @Param("userIds") Collection<Long> userIds);

    /**
     * @param activityId the activity
     * @param userId the buyer
     * @param orderId the order, or {@code null} for the newest one
     * @return the order, if this user has it
     */
    @Select("<script>SELECT " + COLUMNS + " FROM seckill_order WHERE activity_id = #{activityId}"
            + " AND user_id = #{userId}<if test='orderId != null'> AND id = #{orderId}</if>"
            + " ORDER BY id DESC LIMIT 1</script>")
    Optional<OrderRow> ofUser(
            @Param("activityId") long activityId,
            @Param("userId") long userId,
            @Param("orderId") @Nullable Long orderId);

    /**
     * Takes a payment, if the order still waits for one. The one place where paying and cancelling meet: whichever
     * changes the status first has won.
     *
     * @param id the order
     * @return 1 paid now, 0 it does not wait for payment
     */
    @Update("UPDATE seckill_order SET status = 1, paid_at = UTC_TIMESTAMP(3), return_state = 3"
            + " WHERE id = #{id} AND status = 0")
    int pay(long id);

    /**
     * Cancels an order for its buyer, if it still waits for payment.
     *
     * @param id the order
     * @param userId the buyer
     * @return 1 cancelled now, 0 it does not wait for payment or is not this user's
     */
    @Update("UPDATE seckill_order SET status = 2, close_reason = 'USER', cancelled_at = UTC_TIMESTAMP(3),"
            + " return_state = 1 WHERE id = #{id} AND user_id = #{userId} AND status = 0")
    int cancel(@Param("id") long id, @Param("userId") long userId);

    /**
     * Locks orders whose time to pay is over, passing over those that somebody else has in hand.
     *
     * @param limit how many at most
     * @return the orders, the most overdue first
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_order WHERE status = 0 AND pay_before <= UTC_TIMESTAMP(3)"
            + " ORDER BY pay_before LIMIT #{limit} FOR UPDATE SKIP LOCKED")
    List<OrderRow> lockOverdue(int limit);

    /**
     * Cancels orders that this transaction has locked.
     *
     * @param ids at least one
     */
    @Update("<script>UPDATE seckill_order SET status = 2, close_reason = 'TIMEOUT', cancelled_at = UTC_TIMESTAMP(3),"
            + " return_state = 1 WHERE status = 0 AND id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    int timeOut(@Param("ids") Collection<Long> ids);

    /**
     * @param after only orders with a higher id
     * @param limit how many at most
     * @return orders of which Redis has not been told all, by id
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_order WHERE return_state = 1 AND id > #{after}"
            + " UNION ALL SELECT " + COLUMNS + " FROM seckill_order WHERE return_state = 3 AND id > #{after}"
            + " ORDER BY id LIMIT #{limit}")
    List<OrderRow> owed(@Param("after") long after, @Param("limit") int limit);

    /**
     * Notes that the units of cancelled orders are back in Redis.
     *
     * @param ids at least one; those that owe nothing any more stay as they are
     */
    @Update("<script>UPDATE seckill_order SET return_state = 2 WHERE return_state = 1 AND id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    void noteReturned(@Param("ids") Collection<Long> ids);

    /**
     * Notes that Redis has been told.
     *
     * @param id the order
     * @param from what was owed
     * @param to what is owed now
     * @return 1 done, 0 it was noted already
     */
    @Update("UPDATE seckill_order SET return_state = #{to} WHERE id = #{id} AND return_state = #{from}")
    int noteTold(@Param("id") long id, @Param("from") int from, @Param("to") int to);
}
