package io.seckill.service.monitor;

import io.seckill.service.activity.ActivityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must hold of a sale's figures, and the problem where it does not. Units throughout. */
final class Checks {

    private final List<Problem> problems = new ArrayList<>();

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** One reading of Redis in itself: holds at every instant. */
    void redis(ActivityState state, @Nullable RedisFigures redis, String unreadable, String expiring) {
        boolean warm = state == ActivityState.OPEN || state == ActivityState.CLOSED;
        check(!warm || redis != null, "REDIS_MISSING", "the activity is " + state + " and Redis has nothing of it");
        check(unreadable.isEmpty(), "REDIS_UNREADABLE", "keys of a wrong type or without a number: " + unreadable);
        check(
                !warm || expiring.isEmpty(),
                "REDIS_EXPIRES",
                "keys that will expire in the middle of the sale: " + expiring);
        if (redis == null || !unreadable.isEmpty()) {
            return;
        }
        check(
                redis.stock() + redis.claimed() == redis.granted(),
                "REDIS_UNITS",
                "stock " + redis.stock() + " + claimed " + redis.claimed() + " is not granted " + redis.granted());
        check(redis.stock() >= 0, "REDIS_STOCK_NEGATIVE", "stock in Redis is " + redis.stock());
        check(
                state != ActivityState.OPEN || redis.open(),
                "GATE_SHUT",
                "the sale is gated: it was not opened for this run of Redis");
    }

    /** One snapshot of MySQL in itself: holds at every instant. */
    void mysql(MySqlFigures mysql) {
        check(
                mysql.stock() + mysql.liveUnits() == mysql.totalStock(),
                "MYSQL_UNITS",
                "stock " + mysql.stock() + " + ordered " + mysql.liveUnits() + " is not total " + mysql.totalStock());
        check(mysql.stock() >= 0, "MYSQL_STOCK_NEGATIVE", "stock in MySQL is " + mysql.stock());
        boolean granted = mysql.state() != ActivityState.DRAFT && mysql.pendingGrants() == 0;
        check(
                !granted || mysql.granted() + mysql.reserved() == mysql.totalStock(),
                "LEDGER_UNITS",
                "granted " + mysql.granted() + " + reserved " + mysql.reserved() + " is not total "
                        + mysql.totalStock());
    }

    /** Redis as read after MySQL: it may be ahead of what is stored, never behind. */
    void order(SaleReader.Reading after, MySqlFigures mysql) {
        RedisFigures redis = after.figures();
        if (redis != null && after.unreadable().isEmpty()) {
            check(
                    redis.seq() >= mysql.maxSeq(),
                    "REDIS_BEHIND",
                    "Redis has gone back in time: accept number " + redis.seq() + ", stored " + mysql.maxSeq());
        }
    }

    /** Redis and MySQL at rest. */
    void rest(RedisFigures redis, Map<String, String> claims, BooksReader.Books books) {
        MySqlFigures mysql = books.figures();
        check(
                mysql.pendingGrants() > 0 || redis.granted() == mysql.granted(),
                "GRANTED_DIFFERS",
                "granted in Redis " + redis.granted() + ", by the ledger " + mysql.granted());
        check(
                redis.epoch() == mysql.epoch(),
                "EPOCH_DIFFERS",
                "epoch in Redis " + redis.epoch() + ", in MySQL " + mysql.epoch());
        long accounted = redis.stock() + mysql.liveUnits() + mysql.deadUnits();
        check(
                redis.granted() == accounted,
                "UNITS_AT_REST",
                "granted " + redis.granted() + " is not stock " + redis.stock() + " + ordered " + mysql.liveUnits()
                        + " + dead " + mysql.deadUnits());
        Map<Long, Long> live = books.live();
        if (live != null) {
            problems.addAll(ClaimComparison.compare(claims, redis.claimed(), live, books.dead()));
        }
    }

    private void check(boolean holds, String code, String text) {
        if (!holds) {
            problems.add(new Problem(code, text));
        }
    }
}
