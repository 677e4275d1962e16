package io.seckill.service.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.Operators;
import io.seckill.service.testing.Worker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Units come to a sale that is on, and go: once each, whatever dies in between, and never more than are unsold. */
class StockChangeTest {

    private static final Duration HEALS = Duration.ofSeconds(30);

    private static Database database;
    private static ConfigurableApplicationContext context;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;
    private static GrabService grabs;
    private static StockChangeService changes;
    private static StockBooks books;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        context = Operators.start(database, Map.of());
        redis = context.getBean(StringRedisTemplate.class);
        mysql = context.getBean(JdbcTemplate.class);
        grabs = context.getBean(GrabService.class);
        changes = context.getBean(StockChangeService.class);
        books = context.getBean(StockBooks.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void units_from_outside_raise_the_total_and_are_sold() {
        long id = warm(2, 0);
        buy(id, 1, 2);
        assertThat(grabs.grab(new GrabRequest(id, 2, 1))).isInstanceOf(GrabResult.SoldOut.class);

        assertThat(changes.change(id, 3, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.Applied(2, 3));

        assertThat(figures(id)).isEqualTo("T 5, D 5, R 0, W 5, S 3");
        assertThat(ledger(id)).containsExactly("1 WARM_UP 2 SETTLED alice", "2 DELTA 3 SETTLED bob");
        assertThat(redis.opsForHash().get(RedisKeys.activity(id), "resellAt")).isNotNull();
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(id, 2, 2)) instanceof GrabResult.Accepted);
    }

    @Test
    void what_was_held_back_is_released_and_no_more_than_that() {
        long id = warm(100, 5);

        assertThat(refused(id, 6, StockSource.RESERVE)).isEqualTo("reserve-short");
        assertThat(changes.change(id, 5, StockSource.RESERVE, "bob")).isEqualTo(new StockChange.Applied(2, 5));
        assertThat(figures(id)).isEqualTo("T 100, D 100, R 0, W 100, S 100");

        assertThat(changes.change(id, -10, StockSource.RESERVE, "bob")).isEqualTo(new StockChange.Applied(3, -10));
        assertThat(figures(id)).isEqualTo("T 100, D 100, R 10, W 90, S 90");
        assertThat(problems(id)).isEmpty();
    }

    @Test
    void unsold_units_are_taken_away_and_sold_ones_are_not() {
        long id = warm(10, 0);
        buy(id, 1, 2);
        buy(id, 2, 2);

        assertThat(changes.change(id, -7, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.BelowSold(6));
        assertThat(figures(id)).isEqualTo("T 10, D 10, R 0, W 10, S 6");
        assertThat(changes.change(id, -6, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.Applied(3, -6));
        assertThat(figures(id)).isEqualTo("T 4, D 4, R 0, W 4, S 0");
        assertThat(changes.change(id, -1, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.BelowSold(0));
        assertThat(ledger(id))
                .containsExactly(
                        "1 WARM_UP 10 SETTLED alice",
                        "2 DELTA 0 SETTLED bob",
                        "3 DELTA -6 SETTLED bob",
                        "4 DELTA 0 SETTLED bob");
    }

    @Test
    void every_change_leaves_both_sides_in_the_audit_log() {
        long id = warm(10, 0);
        changes.change(id, -4, StockSource.TOTAL, "bob");

        List<Map<String, Object>> rows = mysql.queryForList(
                "SELECT * FROM seckill_audit_log WHERE subject = ? AND action LIKE '%STOCK_CHANGE' ORDER BY id",
                "activity:" + id);
        assertThat(rows)
                .extracting(row -> row.get("action"))
                .containsExactly("BEGIN_STOCK_CHANGE", "FINISH_STOCK_CHANGE");
        assertThat(rows).extracting(row -> row.get("actor")).containsOnly("bob");
        assertThat((String) rows.get(1).get("before_data")).contains("\"totalStock\":10");
        assertThat((String) rows.get(1).get("after_data")).contains("\"totalStock\":6", "\"units\":-4", "DELTA");
    }

    @ParameterizedTest
    @CsvSource({
        "0, TOTAL, units-range",
        "1000000001, TOTAL, units-range",
        "-1000000001, RESERVE, units-range",
        "-9223372036854775808, TOTAL, units-range",
        "999999991, TOTAL, stock-range"
    })
    void a_number_that_cannot_be_is_refused(long units, StockSource source, String reason) {
        long id = warm(10, 0);

        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> changes.change(id, units, source, "bob"))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .satisfies(refusal -> assertThat(refusal.details()).containsEntry("field", "units"))
                .satisfies(refusal -> assertThat(refusal.details()).containsEntry("reason", reason));
        assertThat(figures(id)).isEqualTo("T 10, D 10, R 0, W 10, S 10");
    }

    @Test
    void only_a_sale_that_is_open_changes() {
        long draft = draft(10, 0);
        assertThat(refused(draft, 1, StockSource.TOTAL)).isEqualTo("not-open");
        long closed = warm(10, 0);
        mysql.update("UPDATE seckill_activity SET state = 'CLOSED' WHERE id = ?", closed);
        assertThat(refused(closed, 1, StockSource.TOTAL)).isEqualTo("closed");
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> changes.change(999, 1, StockSource.TOTAL, "bob"))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND));
    }

    @Test
    void a_press_finishes_the_one_that_died_before_it() {
        long afterFirst = warm(10, 0);
        books.begin(afterFirst, 5, StockSource.TOTAL, "alice");
        long afterSecond = warm(10, 0);
        changes.apply(books.begin(afterSecond, 5, StockSource.TOTAL, "alice").change());

        for (long id : List.of(afterFirst, afterSecond)) {
            assertThat(changes.change(id, -1, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.Applied(3, -1));
            assertThat(figures(id)).isEqualTo("T 14, D 14, R 0, W 14, S 14");
            assertThat(ledger(id))
                    .containsExactly("1 WARM_UP 10 SETTLED alice", "2 DELTA 5 SETTLED alice", "3 DELTA -1 SETTLED bob");
        }
    }

    @Test
    void a_change_that_is_applied_and_settled_again_and_again_is_one_change() {
        long id = warm(10, 2);
        NotedChange noted = books.begin(id, 2, StockSource.RESERVE, "alice").change();

        for (int time = 0; time < 3; time++) {
            assertThat(changes.apply(noted)).isEqualTo(List.of(1L, 2L, 10L));
        }
        for (int time = 0; time < 3; time++) {
            assertThat(books.settle(noted, 2)).hasValue(2);
            assertThat(changes.finish(noted)).isEqualTo(new StockChange.Applied(2, 2));
        }
        assertThat(figures(id)).isEqualTo("T 10, D 10, R 0, W 10, S 10");
    }

    @Test
    void what_redis_may_have_lost_is_not_settled() {
        long id = warm(10, 0);
        NotedChange noted = books.begin(id, 5, StockSource.TOTAL, "alice").change();
        changes.apply(noted);
        mysql.update("UPDATE seckill_activity SET epoch = epoch + 1 WHERE id = ?", id);

        assertThat(books.settle(noted, 5)).isEmpty();
        assertThat(changes.finish(noted)).isEqualTo(new StockChange.Pending(2));
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> changes.change(id, 1, StockSource.TOTAL, "bob"))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SYSTEM_BUSY));
        assertThat(ledger(id)).hasSize(2).last().isEqualTo("2 DELTA 5 PENDING alice");
    }

    /** One worker heals what died at each step, with Redis the same, restarted, or set back to before the change. */
    @Test
    void a_worker_finishes_whatever_died_half_way_exactly_once() {
        List<Long> raised = new ArrayList<>();
        List<Long> lowered = new ArrayList<>();
        for (int gap = 0; gap < 6; gap++) {
            raised.add(halfWay(gap, 5));
            lowered.add(halfWay(gap, -5));
        }

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            for (long id : raised) {
                await().atMost(HEALS).until(() -> settled(id, 5));
                await().atMost(HEALS)
                        .untilAsserted(() -> assertThat(problems(id)).isEmpty());
                assertThat(figures(id)).isEqualTo("T 15, D 15, R 0, W 15, S 15");
            }
            for (long id : lowered) {
                await().atMost(HEALS).until(() -> settled(id, -5));
                await().atMost(HEALS)
                        .untilAsserted(() -> assertThat(problems(id)).isEmpty());
                assertThat(figures(id)).isEqualTo("T 5, D 5, R 0, W 5, S 5");
            }
        }
    }

    private static long halfWay(int gap, long units) {
        long id = warm(10, 0);
        NotedChange noted = books.begin(id, units, StockSource.TOTAL, "alice").change();
        if (gap % 2 == 1) {
            changes.apply(noted);
        }
        if (gap >= 2) {
            redis.opsForHash().put(RedisKeys.activity(id), "openFor", "the run before");
        }
        if (gap >= 4) {
            redis.opsForHash()
                    .putAll(RedisKeys.activity(id), Map.of("granted", "10", "ledger", "1", "ledgerUnits", "10"));
            redis.opsForValue().set(RedisKeys.stock(id), "10");
        }
        return id;
    }

    @Test
    void a_rebuild_keeps_the_orders_that_were_sold_from_an_increase_under_way() {
        long id = warm(2, 0);
        buy(id, 1, 2);
        NotedChange noted = books.begin(id, 4, StockSource.TOTAL, "alice").change();
        changes.apply(noted);
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(id, 2, 2)) instanceof GrabResult.Accepted);
        redis.delete(List.of(RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)));

        assertThat(context.getBean(Rebuilder.class).rebuild(id, "bob").voided()).isZero();

        assertThat(changes.finish(noted)).isEqualTo(new StockChange.Applied(2, 4));
        assertThat(figures(id)).isEqualTo("T 6, D 6, R 0, W 6, S 2");
        assertThat(ledger(id)).last().isEqualTo("2 DELTA 4 SETTLED alice");
    }

    @Test
    void a_rebuild_leaves_a_decrease_under_way_for_afterwards() {
        long id = warm(10, 0);
        changes.apply(books.begin(id, -4, StockSource.RESERVE, "alice").change());
        mysql.update(
                "INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at)"
                        + " VALUES (?, 3, 'REPAIR', 0, 'SETTLED', 'test', UTC_TIMESTAMP(3))",
                id);

        assertThat(context.getBean(Rebuilder.class).rebuild(id, "bob").remaining())
                .isEqualTo(10);
        assertThat(changes.change(id, 1, StockSource.TOTAL, "bob")).isEqualTo(new StockChange.Applied(4, 1));

        assertThat(figures(id)).isEqualTo("T 11, D 11, R 4, W 7, S 7");
        assertThat(problems(id)).isEmpty();
    }

    @Test
    void operators_at_the_same_instant_come_one_after_the_other() throws Exception {
        int operators = 6;
        long id = warm(10, 0);
        CyclicBarrier barrier = new CyclicBarrier(operators);
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        List<Future<StockChange>> presses = new ArrayList<>();
        for (int i = 0; i < operators; i++) {
            long units = i % 2 == 0 ? 5 : -2;
            Callable<StockChange> press = () -> {
                barrier.await();
                return changes.change(id, units, StockSource.TOTAL, "operator");
            };
            presses.add(threads.submit(press));
        }
        for (Future<StockChange> press : presses) {
            assertThat(press.get()).isInstanceOf(StockChange.Applied.class);
        }
        threads.shutdown();

        assertThat(figures(id)).isEqualTo("T 19, D 19, R 0, W 19, S 19");
        assertThat(problems(id)).isEmpty();
    }

    @Test
    void while_redis_is_away_nothing_is_noted_and_what_was_noted_before_is_finished_later() {
        try (RedisServer own = RedisServer.start();
                ConfigurableApplicationContext here = Operators.start(Map.of(
                        "spring.data.redis.host", own.host(),
                        "spring.data.redis.port", Integer.toString(own.port()),
                        "spring.data.redis.password", own.password()))) {
            StockChangeService press = here.getBean(StockChangeService.class);
            long id = draft(here, 10, 0);
            here.getBean(WarmUpService.class).warmUp(id, "alice");
            NotedChange noted = here.getBean(StockBooks.class)
                    .begin(id, 5, StockSource.TOTAL, "alice")
                    .change();
            own.kill9();

            assertThat(press.finish(noted)).isEqualTo(new StockChange.Pending(2));
            assertThatExceptionOfType(SeckillException.class)
                    .isThrownBy(() -> press.change(id, 1, StockSource.TOTAL, "bob"))
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SYSTEM_BUSY));

            own.restart();
            here.getBean(StringRedisTemplate.class).opsForHash();
            await().atMost(HEALS)
                    .ignoreExceptions()
                    .until(() ->
                            here.getBean(Rebuilder.class).rebuild(id, "bob").remaining() == 15);
            assertThat(press.finish(noted)).isEqualTo(new StockChange.Applied(2, 5));
            assertThat(here.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "SELECT COUNT(*) FROM seckill_stock_ledger WHERE activity_id = ?", Long.class, id))
                    .isEqualTo(2);
        }
    }

    private static boolean settled(long id, long units) {
        return ledger(id).contains("2 DELTA " + units + " SETTLED alice");
    }

    private static List<?> problems(long id) {
        return context.getBean(ActivityMonitor.class).snapshot(id).problems();
    }

    private static String refused(long id, long units, StockSource source) {
        SeckillException[] refusal = new SeckillException[1];
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> changes.change(id, units, source, "bob"))
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(ErrorCode.INVALID_STATE))
                .satisfies(thrown -> refusal[0] = thrown);
        return (String) refusal[0].details().get("reason");
    }

    private static String figures(long id) {
        Map<String, Object> row = mysql.queryForMap("SELECT * FROM seckill_activity WHERE id = ?", id);
        return "T " + row.get("total_stock") + ", D " + row.get("stock") + ", R " + row.get("reserved") + ", W "
                + redis.opsForHash().get(RedisKeys.activity(id), "granted") + ", S "
                + redis.opsForValue().get(RedisKeys.stock(id));
    }

    private static List<String> ledger(long id) {
        return mysql.queryForList(
                "SELECT CONCAT_WS(' ', ledger_no, kind, units, state, actor) FROM seckill_stock_ledger"
                        + " WHERE activity_id = ? ORDER BY ledger_no",
                String.class,
                id);
    }

    /** The first request waits for the node number of the order ids to be leased. */
    private static void buy(long id, long user, int quantity) {
        await().atMost(HEALS)
                .until(() -> grabs.grab(new GrabRequest(id, user, quantity)) instanceof GrabResult.Accepted);
    }

    private static long warm(long total, long reserved) {
        long id = draft(total, reserved);
        context.getBean(WarmUpService.class).warmUp(id, "alice");
        return id;
    }

    private static long draft(long total, long reserved) {
        return draft(context, total, reserved);
    }

    private static long draft(ConfigurableApplicationContext where, long total, long reserved) {
        Instant now = Clock.systemUTC().instant();
        return where.getBean(ActivityEditor.class)
                .create(
                        new ActivityDraft(
                                "a sale", total, reserved, 2, now.minusSeconds(60), now.plus(Duration.ofHours(1))),
                        "alice")
                .id();
    }
}
