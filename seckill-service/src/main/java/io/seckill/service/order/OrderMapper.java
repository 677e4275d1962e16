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

    String COLUMNS = "id, activity_id, user_id, quantity, status, close_reason, accepted_at, pay_before";

    /** {@return the database's clock} */
    @Select("SELECT UTC_TIMESTAMP(3)")
    Instant now();

    /**
     * Stores orders that wait for payment.
     *
     * @param orders at least one
     * @param now the database's clock
     * @param payBefore until when they can be paid
     */
    @Insert("<script>INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
            + " created_at, pay_before) VALUES"
            + "<foreach collection='orders' item='o' separator=','>(#{o.orderId}, #{o.activityId}, #{o.userId},"
            + " #{o.quantity}, 0, #{o.seq}, #{o.epoch}, #{o.acceptedAt}, #{now}, #{payBefore})</foreach></script>")
    void insert(
            @Param("orders") List<AcceptedOrder> orders,
            @Param("now") Instant now,
            @Param("payBefore") Instant payBefore);

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
     * @param limit how many at most
     * @return cancelled orders whose units wait for their return to Redis, the oldest first
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_order WHERE return_state = 1 ORDER BY id LIMIT #{limit}")
    List<OrderRow> awaitingReturn(int limit);

    /**
     * Notes that the units of an order are back in Redis.
     *
     * @param id the order
     * @return 1 done, 0 it was noted already
     */
    @Update("UPDATE seckill_order SET return_state = 2 WHERE id = #{id} AND return_state = 1")
    int markReturned(long id);
}
