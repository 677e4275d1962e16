package io.seckill.service.activity;

import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The activities' rows. Times are the database's own clock, in UTC. */
@Mapper
public interface ActivityMapper {

    /** The columns of an {@link Activity}. */
    String COLUMNS =
            "id, name, total_stock, stock, reserved, per_order_limit, start_time, end_time, state, epoch, max_seq";

    /** How many activities a list holds at most. */
    int LISTED = 1_000;

    /**
     * @param id the activity
     * @return its row, if there is one
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_activity WHERE id = #{id}")
    Optional<Activity> find(long id);

    /**
     * Reads a row and locks it until the transaction ends.
     *
     * @param id the activity
     * @return its row, if there is one
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_activity WHERE id = #{id} FOR UPDATE")
    Optional<Activity> lock(long id);

    /** {@return the newest 1,000 activities, the newest first} */
    @Select("SELECT " + COLUMNS + " FROM seckill_activity ORDER BY id DESC LIMIT " + LISTED)
    List<Activity> list();

    /**
     * @param state a state
     * @return the activities that are in it
     */
    @Select("SELECT " + COLUMNS + " FROM seckill_activity WHERE state = #{state} ORDER BY id")
    List<Activity> inState(ActivityState state);

    /** {@return the activities that live in Redis: those that are open, and those that are closed and not archived} */
    @Select("SELECT " + COLUMNS + " FROM seckill_activity WHERE state IN ('OPEN', 'CLOSED') ORDER BY id")
    List<Activity> inRedis();

    /**
     * Takes the units of newly stored orders off the stock, unless the epoch has moved on or too few are left.
     *
     * @param id the activity
     * @param units units of the orders, at least 1
     * @param maxSeq highest accept number among the orders
     * @param epoch the epoch under which Redis sells
     * @return 1 done, 0 refused
     */
    @Update("UPDATE seckill_activity SET stock = stock - #{units}, max_seq = GREATEST(max_seq, #{maxSeq})"
            + " WHERE id = #{id} AND epoch = #{epoch} AND stock >= #{units}")
    int takeStock(
            @Param("id") long id, @Param("units") long units, @Param("maxSeq") long maxSeq, @Param("epoch") long epoch);

    /**
     * Puts the units of orders that were cancelled in this transaction back to the stock.
     *
     * @param id the activity
     * @param units units of the orders, at least 1
     * @return 1 done, 0 there is no such activity
     */
    @Update("UPDATE seckill_activity SET stock = stock + #{units} WHERE id = #{id}")
    int giveStock(@Param("id") long id, @Param("units") long units);

    /**
     * Raises the epoch of a sale that lives in Redis, before its gate is opened again.
     *
     * @param id the activity
     * @param from the epoch it was seen in
     * @return 1 done, 0 the activity is neither open nor closed, or somebody else raised it
     */
    @Update("UPDATE seckill_activity SET epoch = epoch + 1, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND epoch = #{from} AND state IN ('OPEN', 'CLOSED')")
    int raiseEpoch(@Param("id") long id, @Param("from") long from);
}
