package io.seckill.service.monitor;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** The sums that have to agree with each other and with Redis. */
@Mapper
interface MonitorMapper {

    /**
     * The orders of an activity, added up.
     *
     * @param liveOrders orders that wait for payment or are paid
     * @param liveUnits their units
     * @param cancelledOrders cancelled orders
     * @param returningOrders those of them whose units are on the way back
     */
    record OrderSums(long liveOrders, long liveUnits, long cancelledOrders, long returningOrders) {}

    @Select("SELECT COALESCE(SUM(status <> 2), 0) AS live_orders,"
            + " COALESCE(SUM(CASE WHEN status <> 2 THEN quantity ELSE 0 END), 0) AS live_units,"
            + " COALESCE(SUM(status = 2), 0) AS cancelled_orders,"
            + " COALESCE(SUM(return_state = 1), 0) AS returning_orders"
            + " FROM seckill_order WHERE activity_id = #{activityId}")
    OrderSums orders(long activityId);

    /** A live order; at most one a user. */
    record LiveOrder(long id, long userId, int quantity) {}

    /** A page by user, along the unique key. */
    @Select("SELECT id, user_id, quantity FROM seckill_order WHERE activity_id = #{activityId} AND active = 1"
            + " AND user_id > #{afterUser} ORDER BY user_id LIMIT #{limit}")
    List<LiveOrder> liveOrders(
            @Param("activityId") long activityId, @Param("afterUser") long afterUser, @Param("limit") int limit);

    @Select("SELECT COUNT(*) FROM seckill_stock_ledger WHERE activity_id = #{activityId} AND state = 'PENDING'")
    long pendingGrants(long activityId);

    /**
     * A dead letter that an operator still has to settle.
     *
     * @param orderId {@code null} where the message could not be read
     * @param raw the message
     * @param persisted whether a live order of this id is stored all the same
     */
    record OpenLetter(@Nullable Long orderId, byte[] raw, boolean persisted) {}

    @Select("SELECT d.order_id, d.raw, o.id IS NOT NULL AS persisted FROM seckill_dead_letter d"
            + " LEFT JOIN seckill_order o ON o.id = d.order_id AND o.active = 1"
            + " WHERE d.queue = #{queue} AND d.state IN ('OPEN', 'REPLAYING') ORDER BY d.id LIMIT #{limit}")
    List<OpenLetter> openLetters(@Param("queue") String queue, @Param("limit") int limit);
}
