package io.seckill.service.ending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.queue.WireFormat;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.PaymentService;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** A sale is closed, its orders come to their ends, and then nothing of it is left in Redis. */
class SaleEndTest {

    private static final Duration HEALS = Duration.ofSeconds(30);
    private static final Duration A_WHILE = Duration.ofMillis(1500);

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;
    private static GrabService grabs;
    private static SaleCloser closer;
    private static OrderStatusService status;

    @BeforeAll
    static void start() {
        Database database = Stores.shared().newDatabase();
        worker = Worker.start(
                database,
                "seckill.activity.keep-archived=1s",
                "seckill.activity.close-after=1s",
                "seckill.activity.warm-up-ahead=1h");
        sales = new TestSales(worker);
        redis = worker.getBean(StringRedisTemplate.class);
        mysql = worker.getBean(JdbcTemplate.class);
        grabs = worker.getBean(GrabService.class);
        long first = 1_000_000L + new SecureRandom().nextLong(1L << 40);
        mysql.execute("ALTER TABLE seckill_activity AUTO_INCREMENT = " + first);
        closer = worker.getBean(SaleCloser.class);
        status = worker.getBean(OrderStatusService.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_closed_sale_takes_no_orders_lets_those_it_has_come_to_their_end_and_leaves_redis() {
        long sale = sales.open(10, 2);
        long paid = order(sale, 1);
        long cancelled = order(sale, 2);
        long late = order(sale, 3);

        closer.close(sale, "bob");

        assertThat(grabs.grab(new GrabRequest(sale, 4, 1))).isInstanceOf(GrabResult.Ended.class);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Duplicate.class);
        await().atMost(HEALS).until(() -> sales.orders(sale) == 3);
        worker.getBean(PaymentService.class).record("txn-end-" + paid, paid);
        worker.getBean(CancellationService.class).cancel(cancelled, 2);
        await().atMost(HEALS).until(() -> redis.opsForHash().size(RedisKeys.claims(sale)) == 2);
        await().during(A_WHILE).atMost(HEALS).until(() -> state(sale) == ActivityState.CLOSED);
        assertThat(problems(sale)).isEmpty();

        worker.getBean(PaymentService.class).record("txn-end-" + late, late);

        await().atMost(HEALS).until(() -> state(sale) == ActivityState.ARCHIVED);
        await().atMost(HEALS).until(() -> keys(sale).isEmpty());
        assertThat(redis.opsForSet().isMember("seckill:queues", RedisKeys.queue(sale)))
                .isFalse();
        assertThat(status.find(sale, 1, null).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(status.findById(cancelled, 2).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        await().atMost(HEALS)
                .untilAsserted(() ->
                        assertThat(grabs.grab(new GrabRequest(sale, 9, 1))).isInstanceOf(GrabResult.Ended.class));
        assertThat(problems(sale)).isEmpty();
        assertThat(actions(sale)).containsExactly("bob CLOSE_ACTIVITY", "worker ARCHIVE_ACTIVITY");
        // The workers' leases do not come back, however long one looks.
        await().during(A_WHILE).atMost(HEALS).until(() -> keys(sale).isEmpty());
    }

    @Test
    void what_is_not_settled_keeps_a_closed_sale_from_being_archived() {
        long letter = sales.open(10, 1);
        deadLetter(letter);
        long change = sales.open(10, 1);
        mysql.update(
                "INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at)"
                        + " VALUES (?, 2, 'DELTA', -3, 'PENDING', 'test', UTC_TIMESTAMP(3))",
                change);
        redis.opsForHash().put(RedisKeys.activity(change), "ledger", "9");
        long message = sales.open(10, 1);
        redis.opsForZSet().add(RedisKeys.queue(message) + ":retry", "far from due", 9e15);
        long lost = sales.open(10, 1);
        redis.opsForHash().put(RedisKeys.activity(lost), "openFor", "the run before");
        mysql.update("UPDATE seckill_activity SET max_seq = 5 WHERE id = ?", lost);
        List<Long> all = List.of(letter, change, message, lost);
        all.forEach(sale -> closer.close(sale, "bob"));

        await().during(A_WHILE)
                .atMost(HEALS)
                .until(() -> all.stream().allMatch(sale -> state(sale) == ActivityState.CLOSED));

        mysql.update("UPDATE seckill_dead_letter SET state = 'VOIDED' WHERE queue = ?", RedisKeys.queue(letter));
        redis.opsForHash().put(RedisKeys.activity(change), "ledger", "1");
        redis.delete(RedisKeys.queue(message) + ":retry");
        worker.getBean(Rebuilder.class).rebuild(lost, "bob");
        await().atMost(HEALS).until(() -> all.stream().allMatch(sale -> state(sale) == ActivityState.ARCHIVED));
        assertThat(mysql.queryForObject("SELECT total_stock FROM seckill_activity WHERE id = ?", Long.class, change))
                .isEqualTo(7);
    }

    @Test
    void a_sale_whose_stores_contradict_each_other_is_not_archived_before_it_is_put_right() {
        long sale = sales.open(5, 1);
        redis.opsForHash().put(RedisKeys.claims(sale), "7", "900001|1|1|1767225600000|Q");
        redis.opsForHash().increment(RedisKeys.activity(sale), "claimed", 1);
        redis.opsForValue().decrement(RedisKeys.stock(sale));
        closer.close(sale, "bob");

        await().during(A_WHILE).atMost(HEALS).until(() -> state(sale) == ActivityState.CLOSED);
        assertThat(keys(sale)).isNotEmpty();
    }

    @Test
    void a_closed_sale_is_opened_for_a_new_run_of_redis_and_rebuilt_and_stays_closed() {
        long sale = sales.open(10, 1);
        long order = order(sale, 1);
        closer.close(sale, "bob");
        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);

        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "the run before");
        await().atMost(HEALS).until(() -> "2".equals(redis.opsForHash().get(RedisKeys.activity(sale), "epoch")));
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.Ended);

        redis.delete(List.of(RedisKeys.activity(sale), RedisKeys.stock(sale), RedisKeys.claims(sale)));
        worker.getBean(Rebuilder.class).rebuild(sale, "bob");
        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "state")).isEqualTo("CLOSED");
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.Ended);
        worker.getBean(CancellationService.class).cancel(order, 1);
        await().atMost(HEALS).until(() -> state(sale) == ActivityState.ARCHIVED);
    }

    @Test
    void a_worker_that_died_between_the_archive_and_the_expiry_is_made_good_for() {
        long sale = sales.open(10, 1);
        mysql.update(
                "UPDATE seckill_activity SET state = 'ARCHIVED', updated_at = UTC_TIMESTAMP(3) WHERE id = ?", sale);

        await().atMost(HEALS).until(() -> keys(sale).isEmpty());
        assertThat(redis.opsForSet().isMember("seckill:queues", RedisKeys.queue(sale)))
                .isFalse();
    }

    @Test
    void a_sale_is_closed_some_time_after_its_end_and_not_before() {
        long sale = sales.open(10, 1);
        long on = sales.open(10, 1);
        mysql.update("UPDATE seckill_activity SET end_time = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?", sale);

        await().atMost(HEALS).until(() -> state(sale) != ActivityState.OPEN);
        assertThat(actions(sale)).startsWith("worker CLOSE_ACTIVITY");
        assertThat(state(on)).isEqualTo(ActivityState.OPEN);
    }

    @Test
    void only_an_open_sale_is_closed() {
        long draft = sales.inMySql(5, 1, "DRAFT", 0);
        assertThat(refused(draft)).isEqualTo("not-open");
        long sale = sales.open(5, 1);
        closer.close(sale, "bob");
        assertThat(refused(sale)).isEqualTo("closed");
        assertThatExceptionOfType(SeckillException.class).isThrownBy(() -> closer.close(999, "bob"));
    }

    @Test
    void a_sale_that_was_closed_while_its_gate_was_shut_opens_closed() {
        long sale = sales.open(5, 1);
        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "the run before");
        mysql.update("UPDATE seckill_activity SET state = 'CLOSED', epoch = 2 WHERE id = ?", sale);

        await().atMost(HEALS)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> grabs.grab(new GrabRequest(sale, 1, 1)), result -> {
                    assertThat(result).isNotInstanceOf(GrabResult.Accepted.class);
                    return result instanceof GrabResult.Ended;
                });
    }

    @Test
    void of_operators_at_the_same_instant_one_closes_the_sale() throws Exception {
        long sale = sales.open(5, 1);
        int operators = 4;
        CyclicBarrier barrier = new CyclicBarrier(operators);
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        List<Future<String>> presses = new ArrayList<>();
        for (int operator = 0; operator < operators; operator++) {
            Callable<String> press = () -> {
                barrier.await();
                try {
                    closer.close(sale, "operator");
                    return "done";
                } catch (SeckillException refusal) {
                    return (String) refusal.details().get("reason");
                }
            };
            presses.add(threads.submit(press));
        }
        List<String> answers = new ArrayList<>();
        for (Future<String> press : presses) {
            answers.add(press.get());
        }
        threads.shutdown();

        assertThat(answers).containsOnlyOnce("done").containsOnly("done", "closed");
        assertThat(actions(sale)).filteredOn("operator CLOSE_ACTIVITY"::equals).hasSize(1);
    }

    @Test
    void a_queue_that_cannot_be_read_holds_up_only_its_own_sale() {
        long broken = sales.open(5, 1);
        redis.opsForValue().set(RedisKeys.queue(broken), "no list");
        long sound = sales.open(5, 1);
        closer.close(broken, "bob");
        closer.close(sound, "bob");

        await().atMost(HEALS).until(() -> state(sound) == ActivityState.ARCHIVED);
        assertThat(state(broken)).isEqualTo(ActivityState.CLOSED);
        redis.delete(RedisKeys.queue(broken));
        await().atMost(HEALS).until(() -> state(broken) == ActivityState.ARCHIVED);
    }

    @Test
    void an_activity_created_after_the_start_is_sold_and_stored_without_a_restart() {
        long sale = draft(Duration.ofMinutes(-1), 5);
        worker.getBean(WarmUpService.class).warmUp(sale, "alice");

        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 1, 1)) instanceof GrabResult.Accepted);
        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
    }

    @Test
    void an_activity_is_warmed_up_by_itself_some_time_before_its_start() {
        long far = draft(Duration.ofHours(3), 10);
        long empty = draft(Duration.ofMinutes(30), 0);
        long near = draft(Duration.ofMinutes(30), 10);

        await().atMost(HEALS).until(() -> state(near) == ActivityState.OPEN);
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(near, 1, 1)) instanceof GrabResult.NotStarted);
        assertThat(actions(near)).contains("worker BEGIN_WARM_UP", "worker FINISH_WARM_UP");
        assertThat(state(empty)).isEqualTo(ActivityState.DRAFT);
        assertThat(state(far)).isEqualTo(ActivityState.DRAFT);
    }

    private static long draft(Duration startsIn, long total) {
        Instant start = Clock.systemUTC().instant().plus(startsIn);
        return worker.getBean(ActivityEditor.class)
                .create(new ActivityDraft("a sale", total, 0, 1, start, start.plusSeconds(3600)), "alice")
                .id();
    }

    private static long order(long sale, long user) {
        GrabResult result = grabs.grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    private static void deadLetter(long sale) {
        mysql.update(
                "INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
                        + " buried_at, updated_at) VALUES (?, ?, NULL, ?, 'test', 3, 3, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                RedisKeys.queue(sale),
                "garbage-" + sale,
                WireFormat.encode("garbage-" + sale, 1767225600000L, "garbage").getBytes(StandardCharsets.UTF_8));
    }

    private static String refused(long id) {
        SeckillException[] refusal = new SeckillException[1];
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> closer.close(id, "bob"))
                .satisfies(thrown -> refusal[0] = thrown);
        return (String) refusal[0].details().get("reason");
    }

    private static List<?> problems(long sale) {
        ActivitySnapshot snapshot = worker.getBean(ActivityMonitor.class).snapshot(sale);
        return snapshot.problems();
    }

    private static Set<String> keys(long sale) {
        return redis.keys("seckill:*{" + sale + "}*");
    }

    private static ActivityState state(long id) {
        return ActivityState.valueOf(
                mysql.queryForObject("SELECT state FROM seckill_activity WHERE id = ?", String.class, id));
    }

    private static List<String> actions(long id) {
        return mysql.queryForList(
                "SELECT CONCAT(actor, ' ', action) FROM seckill_audit_log WHERE subject = ? ORDER BY id",
                String.class,
                "activity:" + id);
    }
}
