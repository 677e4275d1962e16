package io.seckill.service.order;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Orders by user or by activity. */
@Mapper
interface OrderSearchMapper {

    /**
     * Finds a user's orders by the key over activity and user, one look per activity: a key over users alone would cost
     * every insert, and nobody but operators asks.
     *
     * @param userId the buyer
     * @param activityId only of this activity, or {@code null} for all
     * @param before only orders with a lower id
     * @param limit how many at most
     * @return the newest first
     */
    @Select("<script>SELECT o.id, o.activity_id, o.user_id, o.quantity, o.status, o.close_reason, o.accepted_at,"
            + " o.pay_before, o.return_state FROM seckill_activity a STRAIGHT_JOIN seckill_order o"
            + " ON o.activity_id = a.id AND o.user_id = #{userId} AND o.id &lt; #{before}"
            + "<if test='activityId != null'> WHERE a.id = #{activityId}</if>"
            + " ORDER BY o.id DESC LIMIT #{limit}</script>")
    List<OrderRow> ofUser(
            @Param("userId") long userId,
            @Param("activityId") @Nullable Long activityId,
            @Param("before") long before,
            @Param("limit") int limit);

    /**
     * Finds an activity's orders by the key over activity, user and id, which alone tells the newest ids: a look through
     * as many entries as the activity has orders, whatever else is in the table.
     *
     * @param activityId the activity
     * @param before only orders with a lower id
     * @param limit how many at most
     * @return the newest first
     */
    @Select("SELECT o.id, o.activity_id, o.user_id, o.quantity, o.status, o.close_reason, o.accepted_at, o.pay_before,"
            + " o.return_state FROM (SELECT id FROM seckill_order FORCE INDEX (ix_activity_user_id)"
            + " WHERE activity_id = #{activityId} AND id < #{before} ORDER BY id DESC LIMIT #{limit}) page"
            + " JOIN seckill_order o ON o.id = page.id ORDER BY o.id DESC")
    List<OrderRow> ofActivity(
            @Param("activityId") long activityId, @Param("before") long before, @Param("limit") int limit);

    /**
     * Finds the newest orders of all activities: the end of the primary key.
     *
     * @param before only orders with a lower id
     * @param limit how many at most
     * @return the newest first
     */
    @Select("SELECT id, activity_id, user_id, quantity, status, close_reason, accepted_at, pay_before, return_state"
            + " FROM seckill_order WHERE id < #{before} ORDER BY id DESC LIMIT #{limit}")
    List<OrderRow> newest(@Param("before") long before, @Param("limit") int limit);
}
