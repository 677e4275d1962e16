package io.seckill.service.reconcile;

import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** What a repair changes in MySQL. */
@Mapper
interface RepairMapper {

    /**
     * Locks an order: it is neither paid nor cancelled until the transaction ends.
     *
     * @param id the order
     * @return its row, if there is one
     */
    @Select("SELECT " + ReconcileMapper.COLUMNS + " FROM seckill_order WHERE id = #{id} FOR UPDATE")
    Optional<StoredOrder> lock(long id);

    /**
     * Notes that the units of a cancelled order are owed to Redis again; the sweep brings them there.
     *
     * @param id the order
     * @return 1 done, 0 it is not cancelled or owes them anyway
     */
    @Update("UPDATE seckill_order SET return_state = 1 WHERE id = #{id} AND status = 2 AND return_state <> 1")
    int oweAgain(long id);

    /**
     * Locks the activity, so that its ledger gets no two entries of one number.
     *
     * @param activityId the activity
     * @return its id, if there is one
     */
    @Select("SELECT id FROM seckill_activity WHERE id = #{activityId} FOR UPDATE")
    Optional<Long> lockActivity(long activityId);

    /**
     * Notes a repair in the ledger. It grants no units.
     *
     * @param activityId the activity, locked
     * @param actor who repairs
     */
    @Insert("INSERT INTO seckill_stock_ledger"
            + " (activity_id, ledger_no, kind, units, state, actor, created_at, settled_at)"
            + " SELECT #{activityId}, COALESCE(MAX(ledger_no), 0) + 1, 'REPAIR', 0, 'SETTLED', #{actor},"
            + " UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) FROM seckill_stock_ledger WHERE activity_id = #{activityId}")
    void noteInLedger(@Param("activityId") long activityId, @Param("actor") String actor);
}
