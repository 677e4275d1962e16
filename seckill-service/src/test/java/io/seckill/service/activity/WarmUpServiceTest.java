package io.seckill.service.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.RedisServer;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.Operators;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** The button that moves stock from MySQL to Redis: once, whoever presses it, however often, whatever dies meanwhile. */
class WarmUpServiceTest {

    private static ConfigurableApplicationContext context;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;
    private static ActivityEditor editor;
    private static WarmUpService warmUps;
    private static WarmUpBooks books;
    private static SaleLayout layout;

    @BeforeAll
    static void start() {
        context = Operators.start();
        redis = context.getBean(StringRedisTemplate.class);
        mysql = context.getBean(JdbcTemplate.class);
        editor = context.getBean(ActivityEditor.class);
        warmUps = context.getBean(WarmUpService.class);
        books = context.getBean(WarmUpBooks.class);
        layout = context.getBean(SaleLayout.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void the_first_press_puts_the_stock_into_redis_as_plain_integers_and_opens_the_gate() {
        long id = draft(100, 10);

        assertThat(warmUps.warmUp(id, "alice")).isEqualTo(new WarmUpResult.Warmed(90, 1, true));

        assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("90");
        Map<Object, Object> sale = redis.opsForHash().entries(RedisKeys.activity(id));
        assertThat(sale)
                .containsEntry("granted", "90")
                .containsEntry("claimed", "0")
                .containsEntry("perOrderLimit", "2")
                .containsEntry("epoch", "1")
                .containsEntry("seq", "0")
                .containsEntry("state", "OPEN");
        assertThat(List.of("startAt", "endAt"))
                .allSatisfy(time -> assertThat((String) sale.get(time)).matches("[0-9]{13}"));
        assertThat((String) sale.get("openFor")).matches("[0-9a-f]{40}");
        assertThat(redis.opsForSet().isMember("seckill:queues", RedisKeys.queue(id)))
                .isTrue();
        assertThat(redis.getExpire(RedisKeys.activity(id))).isEqualTo(-1);
        assertThat(redis.getExpire(RedisKeys.stock(id))).isEqualTo(-1);
        assertThat(row(id)).containsEntry("state", "OPEN").containsEntry("epoch", 1L);
        assertThat(ledger(id)).containsExactly("1 WARM_UP 90 SETTLED alice");
    }

    @Test
    void the_second_press_says_so_and_changes_nothing() {
        long id = draft(100, 0);
        warmUps.warmUp(id, "alice");
        Map<String, Object> before = everything(id);

        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.AlreadyWarm());

        assertThat(everything(id)).isEqualTo(before);
    }

    @Test
    void a_press_in_the_middle_of_the_sale_leaves_what_is_sold_sold() {
        long id = draft(10, 0);
        warmUps.warmUp(id, "alice");
        GrabService grabs = context.getBean(GrabService.class);
        for (long user = 1; user <= 3; user++) {
            long buyer = user;
            // The first request waits for the node number of the order ids to be leased.
            Awaitility.await()
                    .until(() -> grabs.grab(new GrabRequest(id, buyer, 2)) instanceof GrabResult.Accepted
                            || redis.opsForHash().hasKey(RedisKeys.claims(id), Long.toString(buyer)));
        }
        Map<String, Object> before = everything(id);

        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.AlreadyWarm());

        assertThat(everything(id)).isEqualTo(before);
        assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("4");
    }

    @Test
    void of_many_operators_at_the_same_instant_exactly_one_warms_it_up() throws Exception {
        int operators = 8;
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        try {
            for (int round = 0; round < 10; round++) {
                long id = draft(100, 0);
                List<WarmUpResult> answers = together(threads, operators, id);

                assertThat(answers)
                        .filteredOn(WarmUpResult.Warmed.class::isInstance)
                        .hasSize(1);
                assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("100");
                assertThat(row(id)).containsEntry("state", "OPEN").containsEntry("epoch", 1L);
                assertThat(ledger(id)).hasSize(1).first().asString().contains("WARM_UP 100 SETTLED");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_press_that_died_after_its_first_step_is_finished_by_the_next() {
        long id = draft(100, 0);
        books.begin(id, "alice");

        assertThat(redis.hasKey(RedisKeys.activity(id))).isFalse();
        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.Warmed(100, 1, true));
        assertThat(ledger(id)).containsExactly("1 WARM_UP 100 SETTLED alice");
    }

    @Test
    void a_press_that_died_is_finished_also_after_the_end_or_nobody_could_ever_close_it() {
        long id = draft(100, 0);
        books.begin(id, "alice");
        mysql.update("UPDATE seckill_activity SET end_time = '2020-01-01' WHERE id = ?", id);

        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.Warmed(100, 1, true));
        assertThat(row(id)).containsEntry("state", "OPEN");
    }

    @Test
    void a_press_that_died_after_its_second_step_is_finished_by_the_next_and_nothing_sold_before_that() {
        long id = draft(100, 0);
        WarmUpBooks.Begun begun = books.begin(id, "alice").orElseThrow();
        layout.layOut(begun.activity(), begun.units());

        assertThat(redis.opsForHash().get(RedisKeys.activity(id), "openFor")).isEqualTo("");
        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.Warmed(100, 1, true));
        assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("100");
    }

    @Test
    void a_press_that_died_after_its_third_step_left_the_gate_to_the_worker() {
        long id = draft(100, 0);
        WarmUpBooks.Begun begun = books.begin(id, "alice").orElseThrow();
        layout.layOut(begun.activity(), begun.units());
        books.finish(id, "alice");
        Map<String, Object> before = everything(id);

        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.AlreadyWarm());
        assertThat(everything(id)).isEqualTo(before);
        assertThat(redis.opsForHash().get(RedisKeys.activity(id), "openFor")).isEqualTo("");
    }

    @Test
    void an_open_activity_whose_redis_is_empty_is_never_warmed_up_again() {
        long id = draft(100, 0);
        warmUps.warmUp(id, "alice");
        redis.delete(List.of(RedisKeys.activity(id), RedisKeys.stock(id)));

        assertThat(warmUps.warmUp(id, "bob")).isEqualTo(new WarmUpResult.AlreadyWarm());

        assertThat(redis.hasKey(RedisKeys.activity(id))).isFalse();
        assertThat(redis.hasKey(RedisKeys.stock(id))).isFalse();
    }

    @Test
    void an_activity_without_stock_is_refused_and_stays_a_draft() {
        for (long id : List.of(draft(0, 0), draft(5, 5))) {
            assertRefused(id, ErrorCode.STOCK_NOT_CONFIGURED);
            assertThat(row(id)).containsEntry("state", "DRAFT").containsEntry("epoch", 0L);
            assertThat(redis.hasKey(RedisKeys.activity(id))).isFalse();
        }
    }

    @Test
    void an_unknown_a_closed_and_a_finished_activity_are_refused() {
        assertRefused(999, ErrorCode.ACTIVITY_NOT_FOUND);
        long closed = draft(10, 0);
        mysql.update("UPDATE seckill_activity SET state = 'CLOSED' WHERE id = ?", closed);
        assertThat(assertRefused(closed, ErrorCode.INVALID_STATE).details()).containsEntry("reason", "closed");
        long over = draft(10, 0);
        mysql.update("UPDATE seckill_activity SET end_time = '2020-01-01' WHERE id = ?", over);
        assertThat(assertRefused(over, ErrorCode.INVALID_STATE).details()).containsEntry("reason", "ended");
        assertThat(row(over)).containsEntry("state", "DRAFT");
    }

    @Test
    void leftovers_in_redis_are_named_and_left_alone() {
        long withStock = draft(10, 0);
        redis.opsForValue().set(RedisKeys.stock(withStock), "3");
        assertThat(keys(assertRefused(withStock, ErrorCode.INVALID_STATE))).contains(RedisKeys.stock(withStock));
        assertThat(redis.opsForValue().get(RedisKeys.stock(withStock))).isEqualTo("3");

        long withClaims = draft(10, 0);
        redis.opsForHash().put(RedisKeys.claims(withClaims), "7", "1|1|1|1|Q");
        assertThat(keys(assertRefused(withClaims, ErrorCode.INVALID_STATE))).contains(RedisKeys.claims(withClaims));

        long another = draft(10, 0);
        redis.opsForHash()
                .putAll(
                        RedisKeys.activity(another),
                        Map.of("epoch", "1", "granted", "10", "claimed", "4", "seq", "4", "openFor", ""));
        assertThat(keys(assertRefused(another, ErrorCode.INVALID_STATE))).contains(RedisKeys.activity(another));
        assertThat(redis.hasKey(RedisKeys.stock(another))).isFalse();

        redis.delete(RedisKeys.activity(another));
        assertThat(warmUps.warmUp(another, "bob")).isInstanceOf(WarmUpResult.Warmed.class);
    }

    @Test
    void while_redis_is_away_the_press_is_refused_and_the_next_one_finishes_it() {
        try (RedisServer own = RedisServer.start();
                ConfigurableApplicationContext here = Operators.start(redis(own))) {
            WarmUpService press = here.getBean(WarmUpService.class);
            long id = here.getBean(ActivityEditor.class)
                    .create(sale(100, 0), "alice")
                    .id();
            own.stop();

            assertThatExceptionOfType(SeckillException.class)
                    .isThrownBy(() -> press.warmUp(id, "alice"))
                    .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SYSTEM_BUSY))
                    .satisfies(refusal -> assertThat(refusal.retryAfter()).isNotNull());

            own.restart();
            List<WarmUpResult> answer = new ArrayList<>();
            Awaitility.await()
                    .ignoreException(SeckillException.class)
                    .until(() -> answer.add(press.warmUp(id, "alice")));
            assertThat(answer).containsExactly(new WarmUpResult.Warmed(100, 1, true));
        }
    }

    @Test
    void a_redis_that_goes_away_before_the_gate_opens_leaves_the_activity_warm_and_says_so() {
        try (RedisServer own = RedisServer.start();
                ConfigurableApplicationContext here = Operators.start(redis(own))) {
            long id = here.getBean(ActivityEditor.class)
                    .create(sale(100, 0), "alice")
                    .id();
            WarmUpBooks itsBooks = here.getBean(WarmUpBooks.class);
            SaleLayout itsLayout = here.getBean(SaleLayout.class);
            WarmUpBooks.Begun begun = itsBooks.begin(id, "alice").orElseThrow();
            itsLayout.layOut(begun.activity(), begun.units());
            Activity open = itsBooks.finish(id, "alice").orElseThrow();
            own.kill9();

            assertThat(itsLayout.open(open, itsBooks.granted(id))).isFalse();
            assertThat(here.getBean(WarmUpService.class).warmUp(id, "bob")).isEqualTo(new WarmUpResult.AlreadyWarm());
        }
    }

    @Test
    void every_change_is_in_the_audit_log_and_a_refusal_is_not() {
        long id = draft(100, 0);
        warmUps.warmUp(id, "bob");
        warmUps.warmUp(id, "carol");

        assertThat(mysql.queryForList(
                        "SELECT CONCAT(actor, ' ', action) FROM seckill_audit_log WHERE subject = ? ORDER BY id",
                        String.class,
                        "activity:" + id))
                .containsExactly("alice CREATE_ACTIVITY", "bob BEGIN_WARM_UP", "bob FINISH_WARM_UP");
        assertThat(mysql.queryForObject(
                        "SELECT after_data FROM seckill_audit_log WHERE subject = ? AND action = 'FINISH_WARM_UP'",
                        String.class,
                        "activity:" + id))
                .contains("\"state\":\"OPEN\"");
    }

    private static List<WarmUpResult> together(ExecutorService threads, int operators, long id) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(operators);
        Callable<WarmUpResult> press = () -> {
            barrier.await();
            return warmUps.warmUp(id, "operator");
        };
        List<Future<WarmUpResult>> presses = new ArrayList<>();
        for (int i = 0; i < operators; i++) {
            presses.add(threads.submit(press));
        }
        List<WarmUpResult> answers = new ArrayList<>();
        for (Future<WarmUpResult> one : presses) {
            answers.add(one.get());
        }
        return answers;
    }

    private static SeckillException assertRefused(long id, ErrorCode code) {
        SeckillException[] refusal = new SeckillException[1];
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> warmUps.warmUp(id, "bob"))
                .satisfies(thrown -> assertThat(thrown.code()).isEqualTo(code))
                .satisfies(thrown -> refusal[0] = thrown);
        return refusal[0];
    }

    private static String keys(SeckillException refusal) {
        assertThat(refusal.details()).containsEntry("reason", "leftovers");
        return (String) refusal.details().get("keys");
    }

    private static long draft(long total, long reserved) {
        return editor.create(sale(total, reserved), "alice").id();
    }

    private static ActivityDraft sale(long total, long reserved) {
        Instant now = Clock.systemUTC().instant();
        return new ActivityDraft("a sale", total, reserved, 2, now.minusSeconds(60), now.plus(Duration.ofHours(1)));
    }

    private static Map<String, String> redis(RedisServer server) {
        return Map.of(
                "spring.data.redis.host", server.host(),
                "spring.data.redis.port", Integer.toString(server.port()),
                "spring.data.redis.password", server.password());
    }

    private static Map<String, Object> row(long id) {
        return mysql.queryForMap("SELECT * FROM seckill_activity WHERE id = ?", id);
    }

    private static List<String> ledger(long id) {
        return mysql.queryForList(
                "SELECT CONCAT_WS(' ', ledger_no, kind, units, state, actor) FROM seckill_stock_ledger"
                        + " WHERE activity_id = ? ORDER BY ledger_no",
                String.class,
                id);
    }

    private static Map<String, Object> everything(long id) {
        Map<String, Object> all = new HashMap<>(row(id));
        all.put("ledger", ledger(id));
        all.put("redis", redis.opsForHash().entries(RedisKeys.activity(id)));
        all.put("stock in redis", redis.opsForValue().get(RedisKeys.stock(id)));
        all.put("claims", redis.opsForHash().entries(RedisKeys.claims(id)));
        all.put("queue", redis.opsForList().range(RedisKeys.queue(id), 0, -1));
        return all;
    }
}
