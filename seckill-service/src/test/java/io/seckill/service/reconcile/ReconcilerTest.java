package io.seckill.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Stores;
import io.seckill.queue.QueueProperties;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.PaymentService;
import io.seckill.service.redis.SaleLocks;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** One thing after the other is made wrong by hand, in the middle of a sale that a worker serves. */
class ReconcilerTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);
    private static final String QUEUES = "seckill:queues";

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static GrabService grabs;
    private static OrderStatusService status;
    private static Reconciler reconciler;
    private static JdbcTemplate jdbc;
    private static StringRedisTemplate redis;

    @BeforeAll
    static void start() {
        worker = Worker.start(
                Stores.shared().newDatabase(),
                "seckill.reconcile.confirm-after=100ms",
                "seckill.queue.registry-interval=20ms",
                "seckill.reconcile.registry-check=1h");
        sales = new TestSales(worker);
        grabs = worker.getBean(GrabService.class);
        status = worker.getBean(OrderStatusService.class);
        reconciler = worker.getBean(Reconciler.class);
        jdbc = worker.getBean(JdbcTemplate.class);
        redis = worker.getBean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_sale_in_order_has_no_findings() {
        long sale = sales.open(10, 2);
        stored(sale, 1);
        unserved(sale);
        accepted(sale, 2);

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.findings()).isEmpty();
        assertThat(report.consistent()).isTrue();
        assertThat(report.claims()).isEqualTo(2);
        assertThat(report.orders()).isEqualTo(1);
        assertThat(reconciler.reports(sale, 10)).containsExactly(report);
    }

    @Test
    void an_accepted_order_whose_message_is_lost_is_stored_after_all() {
        long sale = sales.openUnserved(10, 2);
        long order = accepted(sale, 1);
        redis.delete(RedisKeys.queue(sale));

        repairsOnce(sale, FindingKind.MESSAGE_LOST, order);

        served(sale);
        await().atMost(SETTLES).until(() -> is(sale, 1, OrderStatus.PENDING_PAYMENT));
        assertThat(sales.orders(sale)).isEqualTo(1);
        assertThat(sales.stockInMySql(sale)).isEqualTo(9);
        assertThat(sales.stockInRedis(sale)).isEqualTo(9);
    }

    @Test
    void a_dead_order_that_is_neither_a_letter_nor_a_message_is_stored_after_all() {
        long sale = sales.openUnserved(10, 2);
        long order = accepted(sale, 1);
        redis.delete(RedisKeys.queue(sale));
        claim(sale, 1, claim(sale, 1).replace("|Q", "|X"));

        repairsOnce(sale, FindingKind.MESSAGE_LOST, order);

        served(sale);
        await().atMost(SETTLES).until(() -> is(sale, 1, OrderStatus.PENDING_PAYMENT));
    }

    @Test
    void rows_that_mysql_lost_are_stored_again() {
        long sale = sales.open(30, 1);
        List<Long> orders = LongStream.rangeClosed(1, 20)
                .map(user -> accepted(sale, user))
                .boxed()
                .toList();
        await().atMost(SETTLES)
                .until(() ->
                        LongStream.rangeClosed(1, 20).allMatch(user -> is(sale, user, OrderStatus.PENDING_PAYMENT)));
        unserved(sale);
        // As if the last commits had never been: rows and stock go back together.
        for (long lost : orders.subList(10, 20)) {
            jdbc.update("DELETE FROM seckill_order WHERE id = ?", lost);
            jdbc.update("UPDATE seckill_activity SET stock = stock + 1 WHERE id = ?", sale);
        }

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.findings()).hasSize(10).allSatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.ORDER_LOST);
            assertThat(finding.repaired()).isTrue();
        });
        assertThat(reconciler.run(sale, "test").findings()).isEmpty();
        served(sale);
        await().atMost(SETTLES).until(() -> sales.orders(sale) == 20);
        await().atMost(SETTLES).until(() -> is(sale, 20, OrderStatus.PENDING_PAYMENT));
        assertThat(sales.stockInMySql(sale)).isEqualTo(10);
        assertThat(sales.stockInRedis(sale)).isEqualTo(10);
    }

    @Test
    void a_paid_order_that_mysql_lost_is_left_to_a_person() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        pay(sale, 1, order);
        jdbc.update("DELETE FROM seckill_order WHERE id = ?", order);

        reportsOnly(sale, FindingKind.PAID_ORDER_LOST, order);

        assertThat(claim(sale, 1)).endsWith("|1");
    }

    @Test
    void a_return_that_redis_lost_is_done_again() {
        long sale = sales.open(10, 2);
        long order = stored(sale, 1);
        String claim = claim(sale, 1);
        worker.getBean(CancellationService.class).cancel(order, 1);
        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 10);
        redis.opsForValue().decrement(RedisKeys.stock(sale));
        redis.opsForHash().increment(RedisKeys.activity(sale), "claimed", 1);
        redis.opsForHash().delete(RedisKeys.regrabs(sale), "1");
        claim(sale, 1, claim);

        assertThat(reconciler.run(sale, "test").findings())
                .extracting(Finding::kind, Finding::orderId, Finding::repaired)
                .containsExactly(tuple(FindingKind.RETURN_LOST, order, true));

        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 10);
        await().atMost(SETTLES).until(() -> owed(order) == 2);
        assertThat(reconciler.run(sale, "test").findings()).isEmpty();
        assertThat(repairs(sale)).isEqualTo(1);
        assertThat(redis.opsForHash().hasKey(RedisKeys.claims(sale), "1")).isFalse();
        assertThat(redis.opsForHash().get(RedisKeys.regrabs(sale), "1")).isEqualTo("1");
        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "claimed")).isEqualTo("0");
    }

    @Test
    void a_claim_that_still_waits_although_its_order_is_stored_is_brought_up_to_date() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        String settled = claim(sale, 1);
        claim(sale, 1, settled.replaceFirst("\\|0\\|.*", "|Q"));

        repairsOnce(sale, FindingKind.CLAIM_BEHIND, order);

        assertThat(claim(sale, 1)).isEqualTo(settled);
    }

    @Test
    void a_claim_that_waits_for_payment_although_its_order_is_paid_is_brought_up_to_date() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        String unpaid = claim(sale, 1);
        pay(sale, 1, order);
        claim(sale, 1, unpaid);

        repairsOnce(sale, FindingKind.CLAIM_BEHIND, order);

        assertThat(is(sale, 1, OrderStatus.PAID)).isTrue();
    }

    @Test
    void a_claim_that_waits_although_its_order_is_dead_is_brought_up_to_date() {
        long sale = sales.openUnserved(10, 1);
        long order = accepted(sale, 1);
        bury(sale, order, "OPEN");

        repairsOnce(sale, FindingKind.CLAIM_BEHIND, order);

        assertThat(is(sale, 1, OrderStatus.PROCESSING)).isTrue();
    }

    @Test
    void a_claim_that_was_deleted_comes_back_and_the_stock_stays() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        String settled = claim(sale, 1);
        redis.opsForHash().delete(RedisKeys.claims(sale), "1");

        repairsOnce(sale, FindingKind.CLAIM_LOST, order);

        assertThat(claim(sale, 1)).isEqualTo(settled);
        assertThat(sales.stockInRedis(sale)).isEqualTo(9);
        // A worker's look in the moment without the claim shuts the sale, and its next one opens it again.
        await().untilAsserted(() ->
                assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Duplicate.class));
    }

    @Test
    void a_claim_that_was_given_back_by_mistake_takes_its_unit_off_the_stock_again() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        givenBack(sale, 1);

        repairsOnce(sale, FindingKind.CLAIM_LOST, order);

        assertThat(sales.stockInRedis(sale)).isEqualTo(9);
        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "claimed")).isEqualTo("1");
    }

    @Test
    void a_claim_whose_unit_somebody_else_has_bought_stays_away_and_is_reported() {
        long sale = sales.open(1, 1);
        long order = stored(sale, 1);
        givenBack(sale, 1);
        unserved(sale);
        accepted(sale, 2);

        reportsOnly(sale, FindingKind.CLAIM_LOST, order);

        assertThat(sales.stockInRedis(sale)).isZero();
    }

    @Test
    void what_only_a_person_can_judge_is_reported_and_not_touched() {
        long sale = sales.open(20, 2);
        long another = stored(sale, 1);
        long ahead = stored(sale, 2);
        long differs = stored(sale, 3);
        stored(sale, 4);
        long deadOrder = 8_000_000_000_000_000L + sale;
        claim(sale, 1, claim(sale, 1).replaceFirst("^\\d+", "7").replaceFirst("\\|0\\|.*", "|1"));
        claim(sale, 2, claim(sale, 2).replaceFirst("\\|0\\|.*", "|1"));
        claim(sale, 3, claim(sale, 3).replaceFirst("\\|1\\|", "|2|"));
        claim(sale, 4, "garbage\n");
        jdbc.update(
                "INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
                        + " buried_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, 'test', 3, 3, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                RedisKeys.queue(sale),
                Long.toString(deadOrder),
                deadOrder,
                ("1|" + deadOrder + "|1|" + sale + "|9|1|1|1").getBytes(StandardCharsets.UTF_8));
        Map<Object, Object> before = redis.opsForHash().entries(RedisKeys.claims(sale));

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.consistent()).isFalse();
        assertThat(report.findings())
                .noneMatch(Finding::repaired)
                .extracting(Finding::kind, Finding::orderId)
                .contains(
                        tuple(FindingKind.CLAIM_OF_ANOTHER, another),
                        tuple(FindingKind.CLAIM_AHEAD, ahead),
                        tuple(FindingKind.CLAIM_DIFFERS, differs),
                        tuple(FindingKind.CLAIM_UNREADABLE, 0L),
                        tuple(FindingKind.DEAD_LETTER_WITHOUT_CLAIM, deadOrder));
        assertThat(redis.opsForHash().entries(RedisKeys.claims(sale))).isEqualTo(before);
        assertThat(repairs(sale)).isZero();
        jdbc.update("DELETE FROM seckill_dead_letter WHERE order_id = ?", deadOrder);
    }

    @Test
    void nothing_is_done_before_the_second_look_and_nothing_to_what_is_right_by_then() {
        long sale = sales.openUnserved(10, 1);
        long order = accepted(sale, 1);
        String message = redis.opsForList().rightPop(RedisKeys.queue(sale));
        List<String> between = new ArrayList<>();

        ReconcileReport report = with(() -> {
                    between.add(repairs(sale) + " " + redis.hasKey(RedisKeys.queue(sale)));
                    redis.opsForList().rightPush(RedisKeys.queue(sale), message);
                })
                .run(sale, "test");

        assertThat(between).containsExactly("0 false");
        assertThat(report.suspects()).isEqualTo(1);
        assertThat(report.findings()).isEmpty();
        assertThat(repairs(sale)).isZero();
        assertThat(redis.opsForList().range(RedisKeys.queue(sale), 0, -1)).containsExactly(message);
        assertThat(message).contains("|" + order + "|");
    }

    @Test
    void a_sale_that_is_opened_anew_between_the_looks_is_left_alone() {
        long sale = sales.openUnserved(10, 1);
        accepted(sale, 1);
        redis.delete(RedisKeys.queue(sale));

        ReconcileReport report = with(() -> redis.opsForHash().increment(RedisKeys.activity(sale), "epoch", 1))
                .run(sale, "test");

        assertThat(report.gated()).isTrue();
        assertThat(redis.hasKey(RedisKeys.queue(sale))).isFalse();
        assertThat(repairs(sale)).isZero();
    }

    @Test
    void a_gated_sale_is_not_compared_and_a_draft_is_refused() {
        // In MySQL it is closed: nobody opens its gate in the meantime.
        long sale = sales.open(10, 1);
        jdbc.update("UPDATE seckill_activity SET state = 'CLOSED' WHERE id = ?", sale);
        accepted(sale, 1);
        redis.opsForHash().put(RedisKeys.activity(sale), "epoch", "99");
        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.gated()).isTrue();
        assertThat(report.consistent()).isFalse();
        assertThat(reconciler.reports(sale, 10)).isEmpty();
        long draft = sales.inMySql(5, 1, "DRAFT", 0);
        assertThatThrownBy(() -> reconciler.run(draft, "test"))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_STATE));
        assertThatThrownBy(() -> reconciler.run(999_999_999_999L, "test"))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND));
    }

    @Test
    void of_a_long_queue_the_oldest_messages_are_read_and_only_what_is_older_than_them_is_suspect() {
        long sale = sales.openUnserved(20_000, 1);
        fill(sale, 12_000);
        String queue = RedisKeys.queue(sale);
        redis.opsForList().rightPop(queue);
        redis.opsForList().remove(queue, 1, message(sale, 11_999));

        Waiting waiting = worker.getBean(WaitingReader.class).read(sale).orElseThrow();
        assertThat(waiting.isWhole()).isFalse();
        assertThat(waiting.holds(2)).isTrue();
        assertThat(waiting.holds(10_001)).isTrue();
        assertThat(waiting.holds(10_002)).isFalse();
        assertThat(worker.getBean(WaitingReader.class).among(sale, Set.of(1L, 2L, 11_999L, 12_000L)))
                .containsExactlyInAnyOrder(2L, 12_000L);

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.claims()).isEqualTo(12_000);
        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.orderId()).isEqualTo(1);
            assertThat(finding.repaired()).isTrue();
        });
        assertThat(redis.opsForList().index(queue, -1)).isEqualTo(message(sale, 1));
        redis.delete(queue);
    }

    @Test
    void a_dead_letter_that_is_replayed_into_a_long_queue_is_no_suspect() {
        long sale = sales.openUnserved(20_000, 1);
        fill(sale, 11_000);
        String queue = RedisKeys.queue(sale);
        redis.opsForList().leftPush(queue, redis.opsForList().rightPop(queue));
        OrderLook look = worker.getBean(OrderLook.class);
        // Young in the queue and old by its number: one look takes it for lost, the second one finds it.
        List<Finding> suspects = look.all(sale, 10).orElseThrow().suspects();
        assertThat(suspects).extracting(Finding::orderId).containsExactly(1L);
        assertThat(look.again(sale, 1, suspects)).contains(List.of());

        jdbc.update("DELETE FROM seckill_dead_letter WHERE order_id = 1");
        bury(sale, 1, "REPLAYED");
        assertThat(look.all(sale, 10).orElseThrow().suspects()).isEmpty();
        jdbc.update("DELETE FROM seckill_dead_letter WHERE order_id = 1");
        redis.delete(queue);
    }

    @Test
    void a_look_stops_at_so_many_suspects() {
        long sale = sales.openUnserved(20, 1);
        fill(sale, 5);
        redis.delete(RedisKeys.queue(sale));

        assertThat(worker.getBean(OrderLook.class).all(sale, 3).orElseThrow().suspects())
                .hasSize(3);
        assertThat(reconciler.run(sale, "test").findings()).hasSize(5).allMatch(Finding::repaired);
    }

    @Test
    void of_two_workers_one_reconciles_what_is_due() throws Exception {
        long sale = sales.open(10, 1);
        assertThat(reconciler.runIfDue(sale, "test")).isEmpty();
        jdbc.update("UPDATE seckill_activity SET updated_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id = ?", sale);
        CyclicBarrier together = new CyclicBarrier(2);

        List<CompletableFuture<Optional<ReconcileReport>>> both = Stream.of(1, 2)
                .map(number -> CompletableFuture.supplyAsync(() -> {
                    try {
                        together.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return reconciler.runIfDue(sale, "test");
                }))
                .toList();

        int ran = 0;
        for (CompletableFuture<Optional<ReconcileReport>> one : both) {
            ran += one.get().isPresent() ? 1 : 0;
        }
        // The worker's own duty may have been the first of three.
        assertThat(ran).isLessThanOrEqualTo(1);
        await().atMost(SETTLES).until(() -> reconciler.reports(sale, 10).size() == 1);
        assertThat(reconciler.runIfDue(sale, "test")).isEmpty();
    }

    @Test
    void a_worker_reconciles_by_itself_what_is_due_whatever_is_wrong_with_another_sale() {
        long broken = sales.openUnserved(10, 1);
        redis.opsForValue().set(RedisKeys.claims(broken), "no hash");
        long sale = sales.open(10, 1);
        jdbc.update(
                "UPDATE seckill_activity SET updated_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id IN (?, ?)",
                broken,
                sale);

        ReconcileDuty duty = worker.getBean(ReconcileDuty.class);
        duty.reconcileWhatIsDue();
        await().atMost(SETTLES).until(() -> !reconciler.reports(sale, 1).isEmpty());

        assertThat(reconciler.reports(sale, 1).get(0).consistent()).isTrue();
        assertThatThrownBy(() -> reconciler.run(broken, "test")).isInstanceOf(RuntimeException.class);
        assertThat(worker.getBean(ReportBook.class).due()).contains(broken);
        redis.delete(RedisKeys.claims(broken));
        duty.reconcileWhatIsDue();
        await().atMost(SETTLES).until(() -> !reconciler.reports(broken, 1).isEmpty());
    }

    @Test
    void health_and_meters_tell_of_what_nobody_has_repaired() {
        long sale = sales.open(10, 1);
        long order = stored(sale, 1);
        String settled = claim(sale, 1);
        claim(sale, 1, settled.replaceFirst("\\|0\\|.*", "|1"));
        ReportBook book = worker.getBean(ReportBook.class);
        ReconcileHealth health = worker.getBean(ReconcileHealth.class);
        ReconcileMeters meters = new ReconcileMeters();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        meters.bindTo(registry);

        reportsOnly(sale, FindingKind.CLAIM_AHEAD, order);

        Health down = health.health();
        assertThat(down.getStatus()).isEqualTo(Status.DOWN);
        assertThat(down.getDetails().get("activity " + sale)).isEqualTo(Set.of(FindingKind.CLAIM_AHEAD));
        meters.show(book.last());
        assertThat(gauge(registry, "seckill.reconcile.findings", sale)).isEqualTo(1);
        assertThat(gauge(registry, "seckill.reconcile.age", sale)).isBetween(0.0, 300.0);

        claim(sale, 1, settled.replaceFirst("\\|0\\|.*", "|Q"));
        meters.count(reconciler.run(sale, "test"));
        meters.show(book.last());

        assertThat(health.health().getDetails()).doesNotContainKey("activity " + sale);
        assertThat(gauge(registry, "seckill.reconcile.findings", sale)).isZero();
        assertThat(registry.get("seckill.reconcile.repairs").functionCounter().count())
                .isEqualTo(1);
    }

    @Test
    void reports_are_listed_newest_first_and_old_ones_are_forgotten() {
        long sale = sales.open(10, 1);
        ReconcileReport first = reconciler.run(sale, "test");
        ReconcileReport second = reconciler.run(sale, "test");
        assertThat(reconciler.reports(sale, 10)).containsExactly(second, first);
        assertThat(reconciler.reports(sale, 1)).containsExactly(second);
        jdbc.update(
                "UPDATE seckill_reconciliation SET started_at = started_at - INTERVAL 31 DAY WHERE activity_id = ?",
                sale);

        ReconcileReport third = reconciler.run(sale, "test");

        assertThat(reconciler.reports(sale, 10)).containsExactly(third);
    }

    private static double gauge(SimpleMeterRegistry registry, String name, long sale) {
        return registry.get(name).tag("activity", Long.toString(sale)).gauge().value();
    }

    /** A reconciler that does something else between its looks than wait. */
    private static Reconciler with(Runnable between) {
        ConfirmPause pause =
                new ConfirmPause(worker.getBean(ReconcileProperties.class), worker.getBean(QueueProperties.class)) {
                    @Override
                    void await() {
                        between.run();
                    }
                };
        return new Reconciler(
                worker.getBean(OrderLook.class),
                worker.getBean(Repairs.class),
                worker.getBean(ReportBook.class),
                pause,
                worker.getBean(ActivityMapper.class),
                worker.getBean(SaleLocks.class));
    }

    /** One repair with its entries in ledger and audit log, and nothing more to do after it. */
    private static void repairsOnce(long sale, FindingKind kind, long order) {
        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(kind);
            assertThat(finding.orderId()).isEqualTo(order);
            assertThat(finding.repaired()).isTrue();
        });
        assertThat(report.consistent()).isTrue();
        assertThat(reconciler.run(sale, "test").findings()).isEmpty();
        assertThat(repairs(sale)).isEqualTo(1);
        assertThat(jdbc.queryForObject(
                        "SELECT COUNT(*) FROM seckill_audit_log WHERE action = ? AND subject = ? AND actor = 'test'"
                                + " AND before_data IS NOT NULL AND after_data IS NOT NULL",
                        Long.class,
                        "REPAIR_" + kind,
                        "order:" + order))
                .isEqualTo(1);
        assertThat(jdbc.queryForObject(
                        "SELECT SUM(units) FROM seckill_stock_ledger WHERE activity_id = ?", Long.class, sale))
                .isEqualTo(sales.stockInRedis(sale)
                        + Long.parseLong((String) redis.opsForHash().get(RedisKeys.activity(sale), "claimed")));
    }

    private static void reportsOnly(long sale, FindingKind kind, long order) {
        for (int run = 1; run <= 2; run++) {
            assertThat(reconciler.run(sale, "test").findings()).singleElement().satisfies(finding -> {
                assertThat(finding.kind()).isEqualTo(kind);
                assertThat(finding.orderId()).isEqualTo(order);
                assertThat(finding.repaired()).isFalse();
            });
        }
        assertThat(repairs(sale)).isZero();
    }

    private static long repairs(long sale) {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM seckill_stock_ledger WHERE activity_id = ? AND kind = 'REPAIR' AND units = 0"
                        + " AND state = 'SETTLED'",
                Long.class,
                sale);
    }

    private static long accepted(long sale, long user) {
        GrabResult result = grabs.grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    private static long stored(long sale, long user) {
        long order = accepted(sale, user);
        await().atMost(SETTLES).until(() -> is(sale, user, OrderStatus.PENDING_PAYMENT));
        return order;
    }

    private static void pay(long sale, long user, long order) {
        worker.getBean(PaymentService.class).record("txn-" + order, order);
        await().atMost(SETTLES).until(() -> is(sale, user, OrderStatus.PAID) && owed(order) == 0);
    }

    private static int owed(long order) {
        return jdbc.queryForObject("SELECT return_state FROM seckill_order WHERE id = ?", Integer.class, order);
    }

    private static boolean is(long sale, long user, OrderStatus expected) {
        return status.find(sale, user, null).orElseThrow().status() == expected;
    }

    private static String claim(long sale, long user) {
        return (String) redis.opsForHash().get(RedisKeys.claims(sale), Long.toString(user));
    }

    private static void claim(long sale, long user, String text) {
        redis.opsForHash().put(RedisKeys.claims(sale), Long.toString(user), text);
    }

    /** What a return does. */
    private static void givenBack(long sale, long user) {
        redis.opsForHash().delete(RedisKeys.claims(sale), Long.toString(user));
        redis.opsForValue().increment(RedisKeys.stock(sale));
        redis.opsForHash().increment(RedisKeys.activity(sale), "claimed", -1);
    }

    /** The message of an order goes from the queue to the dead letters; its claim does not hear of it. */
    private static void bury(long sale, long order, String state) {
        String queue = RedisKeys.queue(sale);
        String message = redis.opsForList().range(queue, 0, -1).stream()
                .filter(one -> one.startsWith("1|" + order + "|"))
                .findFirst()
                .orElseThrow();
        if (state.equals("OPEN")) {
            redis.opsForList().remove(queue, 1, message);
        }
        jdbc.update(
                "INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
                        + " state, buried_at, updated_at)"
                        + " VALUES (?, ?, ?, ?, 'test', 3, 3, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                queue,
                Long.toString(order),
                order,
                message.getBytes(StandardCharsets.UTF_8),
                state);
    }

    /** Nobody takes from its queue any more. */
    private static void unserved(long sale) {
        redis.opsForSet().remove(QUEUES, RedisKeys.queue(sale));
        // Known to be so once a message stays where it is.
        String probe = "1|probe|1|nobody's";
        await().atMost(SETTLES).until(() -> {
            redis.opsForList().leftPush(RedisKeys.queue(sale), probe);
            try {
                await().during(Duration.ofMillis(150))
                        .atMost(Duration.ofSeconds(2))
                        .pollInterval(Duration.ofMillis(25))
                        .until(() -> redis.opsForList().size(RedisKeys.queue(sale)) > 0);
            } catch (ConditionTimeoutException taken) {
                return false;
            }
            redis.opsForList().remove(RedisKeys.queue(sale), 0, probe);
            return true;
        });
    }

    private static void served(long sale) {
        redis.opsForSet().add(QUEUES, RedisKeys.queue(sale));
    }

    /** So many accepted orders in the queue: number, user and order id are the same. */
    private static void fill(long sale, int orders) {
        redis.opsForHash().put(RedisKeys.activity(sale), "seq", Integer.toString(orders));
        redis.opsForHash().put(RedisKeys.activity(sale), "claimed", Integer.toString(orders));
        redis.opsForValue().decrement(RedisKeys.stock(sale), orders);
        for (int first = 1; first <= orders; first += 2_000) {
            fill(sale, first, Math.min(orders, first + 1_999));
        }
    }

    private static void fill(long sale, int first, int last) {
        redis.executePipelined((RedisCallback<Object>) connection -> {
            for (int number = first; number <= last; number++) {
                connection
                        .hashCommands()
                        .hSet(
                                bytes(RedisKeys.claims(sale)),
                                bytes(Integer.toString(number)),
                                bytes(number + "|1|" + number + "|1767225600000|Q"));
                connection.listCommands().lPush(bytes(RedisKeys.queue(sale)), bytes(message(sale, number)));
            }
            return null;
        });
    }

    private static String message(long sale, int number) {
        return "1|" + number + "|1767225600000|" + sale + "|" + number + "|1|" + number + "|1";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
