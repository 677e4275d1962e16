package io.seckill.service.activity;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** Every grant of units to Redis, in order. */
@Mapper
public interface StockLedgerMapper {

    /**
     * Notes a grant whose effect on Redis is still to come.
     *
     * @param activityId the activity
     * @param ledgerNo its number within the activity, from 1
     * @param kind WARM_UP, DELTA (from or to the total), RESERVE (from or to the reserve) or REPAIR
     * @param units units granted, negative when taken back
     * @param actor who asked for it
     */
    @Insert("INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at)"
            + " VALUES (#{activityId}, #{ledgerNo}, #{kind}, #{units}, 'PENDING', #{actor}, UTC_TIMESTAMP(3))")
    void open(
            @Param("activityId") long activityId,
            @Param("ledgerNo") long ledgerNo,
            @Param("kind") String kind,
            @Param("units") long units,
            @Param("actor") String actor);

    /**
     * Notes that Redis has the grant.
     *
     * @param activityId the activity
     * @param ledgerNo the grant's number
     * @return 1 done, 0 it was noted already
     */
    @Update("UPDATE seckill_stock_ledger SET state = 'SETTLED', settled_at = UTC_TIMESTAMP(3)"
            + " WHERE activity_id = #{activityId} AND ledger_no = #{ledgerNo} AND state = 'PENDING'")
    int settle(@Param("activityId") long activityId, @Param("ledgerNo") long ledgerNo);

    /**
     * @param activityId the activity
     * @return units granted by all settled entries
     */
    @Select("SELECT COALESCE(SUM(units), 0) FROM seckill_stock_ledger"
            + " WHERE activity_id = #{activityId} AND state = 'SETTLED'")
    long granted(long activityId);

    /**
     * @param activityId a sale that is warm
     * @return the number of its change that Redis may or may not have made, 0 if there is none
     */
    @Select("SELECT COALESCE(MAX(ledger_no), 0) FROM seckill_stock_ledger"
            + " WHERE activity_id = #{activityId} AND state = 'PENDING'")
    long pending(long activityId);

    /**
     * @param activityId a sale that is warm
     * @return the highest number below which nothing is pending
     */
    @Select("SELECT COALESCE(MAX(ledger_no), 1) FROM seckill_stock_ledger"
            + " WHERE activity_id = #{activityId} AND state = 'SETTLED' AND ledger_no < COALESCE("
            + "(SELECT MIN(p.ledger_no) FROM seckill_stock_ledger p"
            + " WHERE p.activity_id = #{activityId} AND p.state = 'PENDING'), 9223372036854775807)")
    long settledUpTo(long activityId);
}
