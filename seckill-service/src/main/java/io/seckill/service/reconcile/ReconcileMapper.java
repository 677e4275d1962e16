package io.seckill.service.reconcile;

import java.util.Collection;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** What MySQL holds of the orders whose claims are looked at. */
@Mapper
interface ReconcileMapper {

    String COLUMNS = "id, activity_id, user_id, quantity, status, return_state, seq, accepted_at, pay_before";

    /**
     * @param ids at least one
     * @return the orders that are there, of whatever activity and state
     */
    @Select("<script>SELECT " + COLUMNS + " FROM seckill_order WHERE id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    List<StoredOrder> byIds(@Param("ids") Collection<Long> ids);

    /**
     * @param activityId the activity
     * @param afterUser only users with a higher id
     * @param limit how many at most
     * @return live orders, by user along the unique key
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_order WHERE activity_id = #{activityId} AND active = 1"
            + " AND user_id > #{afterUser} ORDER BY user_id LIMIT #{limit}")
    List<StoredOrder> live(
            @Param("activityId") long activityId, @Param("afterUser") long afterUser, @Param("limit") int limit);

    /**
     * A dead letter of an order.
     *
     * @param id its number
     * @param orderId the order
     * @param raw its message
     * @param state where it is in its life
     */
    record Letter(long id, long orderId, byte[] raw, String state) {

        boolean isOpen() {
            return state.equals("OPEN");
        }

        /** Whether somebody is putting its message back, or has done so. */
        boolean isReplayed() {
            return state.equals("REPLAYING") || state.equals("REPLAYED");
        }

        boolean isBeingReplayed() {
            return state.equals("REPLAYING");
        }
    }

    /**
     * @param ids at least one
     * @return the dead letters of these orders
     */
    @Select("<script>SELECT id, order_id, raw, state FROM seckill_dead_letter WHERE order_id IN"
            + "<foreach collection='ids' item='id' open='(' close=')' separator=','>#{id}</foreach></script>")
    List<Letter> letters(@Param("ids") Collection<Long> ids);

    /**
     * @param queue the activity's queue
     * @param after only letters with a higher number
     * @param limit how many at most
     * @return open dead letters whose order is no row
     */
    @Select("SELECT d.id, d.order_id, d.raw, d.state FROM seckill_dead_letter d"
            + " LEFT JOIN seckill_order o ON o.id = d.order_id"
            + " WHERE d.queue = #{queue} AND d.state = 'OPEN' AND d.order_id IS NOT NULL AND o.id IS NULL"
            + " AND d.id > #{after} ORDER BY d.id LIMIT #{limit}")
    List<Letter> openLetters(@Param("queue") String queue, @Param("after") long after, @Param("limit") int limit);
}
