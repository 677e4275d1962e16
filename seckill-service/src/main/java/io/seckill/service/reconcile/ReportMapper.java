package io.seckill.service.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.jspecify.annotations.Nullable;

/** The reports' rows. Times are the database's own clock. */
@Mapper
interface ReportMapper {

    /**
     * Activities that nobody has reconciled for a while. One that was never reconciled counts from its last change.
     *
     * @param seconds for how long
     * @return their ids, those that are warm or closed
     */
    @Select("SELECT a.id FROM seckill_activity a WHERE a.state IN ('OPEN', 'CLOSED')"
            + " AND COALESCE((SELECT r.started_at FROM seckill_reconciliation r WHERE r.activity_id = a.id"
            + " ORDER BY r.id DESC LIMIT 1), a.updated_at) <= UTC_TIMESTAMP(3) - INTERVAL #{seconds} SECOND"
            + " ORDER BY a.id")
    List<Long> due(long seconds);

    /** Notes that somebody has begun. */
    @Insert("INSERT INTO seckill_reconciliation (activity_id, started_at) VALUES (#{activityId}, UTC_TIMESTAMP(3))")
    void begin(long activityId);

    /** {@return the id that the insert before it, in the same transaction, was given} */
    @Select("SELECT LAST_INSERT_ID()")
    long begunId();

    @Select("SELECT started_at, UTC_TIMESTAMP(3) AS now FROM seckill_reconciliation WHERE id = #{id}")
    Times times(long id);

    /** When a run began, and now. */
    record Times(Instant startedAt, Instant now) {}

    @Update("UPDATE seckill_reconciliation SET finished_at = #{finishedAt}, consistent = #{consistent},"
            + " report = #{report} WHERE id = #{id}")
    void finish(
            @Param("id") long id,
            @Param("finishedAt") Instant finishedAt,
            @Param("consistent") boolean consistent,
            @Param("report") String report);

    /** Forgets a run that compared nothing. */
    @Delete("DELETE FROM seckill_reconciliation WHERE id = #{id}")
    void forget(long id);

    /** Forgets what is older than so many seconds. */
    @Delete("DELETE FROM seckill_reconciliation WHERE activity_id = #{activityId}"
            + " AND started_at < UTC_TIMESTAMP(3) - INTERVAL #{seconds} SECOND LIMIT 1000")
    void forgetOlder(@Param("activityId") long activityId, @Param("seconds") long seconds);

    /** {@return the newest finished reports of an activity, the newest first} */
    @Select("SELECT report FROM seckill_reconciliation WHERE activity_id = #{activityId} AND finished_at IS NOT NULL"
            + " ORDER BY id DESC LIMIT #{limit}")
    List<String> newest(@Param("activityId") long activityId, @Param("limit") int limit);

    /**
     * The last finished report of one activity.
     *
     * @param activityId the activity
     * @param ageMillis how long ago that was
     * @param report the report, if it has findings that nobody has repaired
     */
    record Last(long activityId, long ageMillis, @Nullable String report) {

        Duration age() {
            return Duration.ofMillis(ageMillis);
        }
    }

    /** {@return the last finished report of each activity that is warm or closed and has one} */
    @Select("SELECT r.activity_id, TIMESTAMPDIFF(MICROSECOND, r.finished_at, UTC_TIMESTAMP(3)) DIV 1000 AS age_millis,"
            + " CASE WHEN r.consistent = 0 THEN r.report END AS report FROM seckill_activity a"
            + " JOIN seckill_reconciliation r ON r.id = (SELECT l.id FROM seckill_reconciliation l"
            + " WHERE l.activity_id = a.id AND l.finished_at IS NOT NULL ORDER BY l.id DESC LIMIT 1)"
            + " WHERE a.state IN ('OPEN', 'CLOSED') ORDER BY a.id")
    List<Last> last();
}
