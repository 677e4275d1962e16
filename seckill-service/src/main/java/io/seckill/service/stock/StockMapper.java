package io.seckill.service.stock;

import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** The ledger's changes and their effect on the activities' rows. */
@Mapper
interface StockMapper {

    String NOTED = "SELECT l.activity_id, l.ledger_no, l.kind, l.units, l.actor, a.epoch FROM seckill_activity a"
            + " JOIN seckill_stock_ledger l ON l.activity_id = a.id"
            + " WHERE a.state IN ('OPEN', 'CLOSED') AND l.state = 'PENDING' AND l.kind <> 'WARM_UP'";

    /** {@return every change that is not settled} */
    @Select(NOTED + " ORDER BY l.activity_id, l.ledger_no")
    List<NotedChange> noted();

    @Select(NOTED + " AND a.id = #{activityId} ORDER BY l.ledger_no LIMIT 1")
    Optional<NotedChange> notedOf(long activityId);

    @Select("SELECT COALESCE(MAX(ledger_no), 1) FROM seckill_stock_ledger WHERE activity_id = #{activityId}")
    long lastNumber(long activityId);

    /** {@return units of the entry, if it is settled} */
    @Select("SELECT units FROM seckill_stock_ledger WHERE activity_id = #{activityId} AND ledger_no = #{ledgerNo}"
            + " AND state = 'SETTLED'")
    Optional<Long> settledUnits(@Param("activityId") long activityId, @Param("ledgerNo") long ledgerNo);

    /** Settles with the units that were changed in truth: 1 done, 0 somebody was first. */
    @Update("UPDATE seckill_stock_ledger SET state = 'SETTLED', units = #{units}, settled_at = UTC_TIMESTAMP(3)"
            + " WHERE activity_id = #{activityId} AND ledger_no = #{ledgerNo} AND state = 'PENDING'")
    int settle(@Param("activityId") long activityId, @Param("ledgerNo") long ledgerNo, @Param("units") long units);

    @Update("UPDATE seckill_activity SET total_stock = total_stock + #{units}, stock = stock + #{units},"
            + " updated_at = UTC_TIMESTAMP(3) WHERE id = #{activityId}")
    int addToTotal(@Param("activityId") long activityId, @Param("units") long units);

    @Update("UPDATE seckill_activity SET reserved = reserved - #{units}, updated_at = UTC_TIMESTAMP(3)"
            + " WHERE id = #{activityId}")
    int takeFromReserve(@Param("activityId") long activityId, @Param("units") long units);
}
