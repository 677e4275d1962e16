package io.seckill.service.activity;

import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** What operators do to activities' rows. Each change of state is a compare-and-set: 1 done, 0 somebody was first. */
@Mapper
interface ActivityEditMapper {

    @Insert("INSERT INTO seckill_activity (name, total_stock, stock, reserved, per_order_limit, start_time, end_time,"
            + " created_at, updated_at) VALUES (#{name}, #{totalStock}, #{totalStock}, #{reserved}, #{perOrderLimit},"
            + " #{startTime}, #{endTime}, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))")
    void insert(ActivityDraft draft);

    /** {@return the id that the insert before it, in the same transaction, was given} */
    @Select("SELECT LAST_INSERT_ID()")
    long insertedId();

    @Update("UPDATE seckill_activity SET name = #{draft.name}, total_stock = #{draft.totalStock},"
            + " stock = #{draft.totalStock}, reserved = #{draft.reserved}, per_order_limit = #{draft.perOrderLimit},"
            + " start_time = #{draft.startTime}, end_time = #{draft.endTime}, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'DRAFT'")
    int update(@Param("id") long id, @Param("draft") ActivityDraft draft);

    /** All but the stock, which only the ledger may change once it is in Redis. */
    @Update("UPDATE seckill_activity SET name = #{draft.name}, per_order_limit = #{draft.perOrderLimit},"
            + " start_time = #{draft.startTime}, end_time = #{draft.endTime}, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'OPEN'")
    int updateOpen(@Param("id") long id, @Param("draft") ActivityDraft draft);

    @Delete("DELETE FROM seckill_activity WHERE id = #{id} AND state = 'DRAFT'")
    int delete(long id);

    /** Drafts, and warm-ups that did not finish, whose sale begins within so many milliseconds and is not over. */
    @Select("SELECT id FROM seckill_activity WHERE state IN ('DRAFT', 'WARMING') AND end_time > UTC_TIMESTAMP(3)"
            + " AND start_time <= UTC_TIMESTAMP(3) + INTERVAL #{aheadMillis} * 1000 MICROSECOND ORDER BY start_time")
    List<Long> dueForWarmUp(long aheadMillis);

    @Update("UPDATE seckill_activity SET state = 'WARMING', epoch = epoch + 1, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'DRAFT'")
    int beginWarmUp(long id);

    @Update("UPDATE seckill_activity SET state = 'OPEN', updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'WARMING'")
    int finishWarmUp(long id);

    @Select("SELECT units FROM seckill_stock_ledger WHERE activity_id = #{activityId} AND ledger_no = #{ledgerNo}")
    Optional<Long> grantedBy(@Param("activityId") long activityId, @Param("ledgerNo") long ledgerNo);
}
