package io.seckill.service.ending;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** How activities' rows come to their end. Each change of state is a compare-and-set: 1 done, 0 it is another state. */
@Mapper
interface EndingMapper {

    @Update("UPDATE seckill_activity SET state = 'CLOSED', updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'OPEN'")
    int close(long id);

    String OVERDUE = " state = 'OPEN' AND end_time <= UTC_TIMESTAMP(3) - INTERVAL #{forMillis} * 1000 MICROSECOND";

    /** Open sales whose window has been over for so long. */
    @Select("SELECT id FROM seckill_activity WHERE" + OVERDUE + " ORDER BY id")
    List<Long> overdue(long forMillis);

    /** Closes one of them, unless its end was moved meanwhile. */
    @Update("UPDATE seckill_activity SET state = 'CLOSED', updated_at = UTC_TIMESTAMP(3) WHERE id = #{id} AND"
            + OVERDUE)
    int closeOverdue(@Param("id") long id, @Param("forMillis") long forMillis);

    /** Whether no order waits for payment or is owed a word to Redis, no dead letter is open, no stock change pending. */
    @Select("SELECT NOT EXISTS (SELECT 1 FROM seckill_order WHERE activity_id = #{id} AND status = 0)"
            + " AND NOT EXISTS (SELECT 1 FROM seckill_order WHERE activity_id = #{id} AND return_state IN (1, 3))"
            + " AND NOT EXISTS (SELECT 1 FROM seckill_dead_letter WHERE queue = #{queue}"
            + " AND state IN ('OPEN', 'REPLAYING'))"
            + " AND NOT EXISTS (SELECT 1 FROM seckill_stock_ledger WHERE activity_id = #{id} AND state = 'PENDING')")
    boolean isDrained(@Param("id") long id, @Param("queue") String queue);

    @Update("UPDATE seckill_activity SET state = 'ARCHIVED', updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{id} AND state = 'CLOSED'")
    int archive(long id);

    /** Sales that were archived within so long. */
    @Select("SELECT id FROM seckill_activity WHERE state = 'ARCHIVED'"
            + " AND updated_at > UTC_TIMESTAMP(3) - INTERVAL #{withinMillis} * 1000 MICROSECOND ORDER BY id")
    List<Long> archived(long withinMillis);
}
