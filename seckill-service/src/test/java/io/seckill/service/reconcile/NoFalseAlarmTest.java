package io.seckill.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.order.CancelResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.PaymentService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.jdbc.core.JdbcTemplate;

/** A sale in full flow: buyers buy, cancel, buy again and pay, two workers store and return. */
@Tag("long")
class NoFalseAlarmTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);
    private static final int LOOKS = 500;
    private static final int BUYERS = 2;
    private static final int USERS_EACH = 50;
    private static final long UNITS = 150;

    /** What grab.lua leaves of an order, but for the message. */
    private static final RedisScript<Long> GRAB_WITHOUT_MESSAGE = RedisScript.of(
            "local seq = redis.call('HINCRBY', KEYS[1], 'seq', 1) redis.call('HINCRBY', KEYS[1], 'claimed', 1)"
                    + " redis.call('DECR', KEYS[2])"
                    + " redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. '|1|' .. seq .. '|1767225600000|Q') return seq",
            Long.class);

    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext two;
    private static TestSales sales;
    private static OrderLook look;
    private static Reconciler reconciler;

    private final long seed = System.nanoTime();
    private final AtomicInteger acts = new AtomicInteger();
    private volatile boolean over;

    @BeforeAll
    static void start() {
        Database database = Stores.shared().newDatabase();
        String[] settings = {"seckill.grab.max-regrabs=1000", "seckill.reconcile.confirm-after=1s"};
        one = Worker.start(database, settings);
        two = Worker.start(database, settings);
        sales = new TestSales(one);
        look = one.getBean(OrderLook.class);
        reconciler = one.getBean(Reconciler.class);
    }

    @AfterAll
    static void stop() {
        two.close();
        one.close();
    }

    @Test
    void five_hundred_looks_at_a_sale_in_full_flow_find_nothing_that_is_still_wrong_a_second_later() {
        long sale = sales.open(UNITS, 1);
        List<CompletableFuture<Void>> buyers = buyers(sale);
        List<Finding> doubtful = new ArrayList<>();
        int suspects = 0;

        for (int run = 1; run <= LOOKS; run++) {
            OrderLook.Seen seen = look.all(sale, 1_000).orElseThrow();
            suspects += seen.suspects().size();
            doubtful.addAll(look.again(sale, 1, seen.suspects()).orElseThrow());
        }
        int acted = acts.get();
        await().pollDelay(Duration.ofSeconds(1)).atMost(SETTLES).until(() -> acts.get() > acted);
        List<Finding> wrong = look.again(sale, 1, doubtful).orElseThrow();
        ReconcileReport report = reconciler.run(sale, "test");

        System.out.println("Seed " + seed + ": " + LOOKS + " looks beside " + acts + " acts of buyers, " + suspects
                + " suspects, " + doubtful.size() + " of them still so at once");
        assertThat(wrong).as("seed " + seed).isEmpty();
        assertThat(report.findings()).as("seed " + seed).isEmpty();
        over = true;
        buyers.forEach(CompletableFuture::join);
        assertConsistent(sale);
        assertThat(repairs(sale)).isZero();
    }

    @Test
    void what_is_wrong_in_the_middle_of_the_traffic_is_repaired_and_nothing_else_is_touched() {
        long sale = sales.open(UNITS, 1);
        List<CompletableFuture<Void>> buyers = buyers(sale);
        await().atMost(SETTLES).until(() -> acts.get() > 100);
        List<Long> lost = IntStream.rangeClosed(1, 10)
                .mapToObj(number -> 9_000_000_000_000_000L + sale * 100 + number)
                .toList();
        lost.forEach(order -> one.getBean(StringRedisTemplate.class)
                .execute(
                        GRAB_WITHOUT_MESSAGE,
                        List.of(RedisKeys.activity(sale), RedisKeys.stock(sale), RedisKeys.claims(sale)),
                        Long.toString(order),
                        Long.toString(order)));

        ReconcileReport report = reconciler.run(sale, "test");

        assertThat(report.findings())
                .as("seed " + seed)
                .extracting(Finding::orderId)
                .containsExactlyInAnyOrderElementsOf(lost);
        assertThat(report.findings()).allMatch(Finding::repaired);
        await().atMost(SETTLES).until(() -> stored(lost) == lost.size());
        assertThat(reconciler.run(sale, "test").findings()).isEmpty();
        over = true;
        buyers.forEach(CompletableFuture::join);
        assertConsistent(sale);
        assertThat(repairs(sale)).isEqualTo(lost.size());
    }

    private List<CompletableFuture<Void>> buyers(long sale) {
        return IntStream.range(0, BUYERS)
                .mapToObj(number -> CompletableFuture.runAsync(() -> buy(sale, number)))
                .toList();
    }

    /** Users of one's own, so that the buyer knows what each of them has. */
    private void buy(long sale, int number) {
        Random random = new Random(seed + number);
        ConfigurableApplicationContext door = number % 2 == 0 ? one : two;
        GrabService grabs = door.getBean(GrabService.class);
        CancellationService cancellations = door.getBean(CancellationService.class);
        PaymentService payments = door.getBean(PaymentService.class);
        Map<Long, Long> orders = new HashMap<>();
        while (!over) {
            long user = 1 + number * USERS_EACH + random.nextInt(USERS_EACH);
            Long order = orders.get(user);
            if (order == null) {
                if (grabs.grab(new GrabRequest(sale, user, 1)) instanceof GrabResult.Accepted accepted) {
                    orders.put(user, accepted.order().orderId());
                }
            } else if (random.nextInt(100) == 0) {
                payments.record("txn-" + order, order);
            } else if (cancellations.cancel(order, user) instanceof CancelResult.Cancelled) {
                orders.remove(user);
            }
            acts.incrementAndGet();
        }
    }

    private static void assertConsistent(long sale) {
        ActivityMonitor monitor = one.getBean(ActivityMonitor.class);
        await().atMost(SETTLES).until(() -> monitor.snapshot(sale).atRest());
        ActivitySnapshot snapshot = monitor.snapshot(sale);
        assertThat(snapshot.problems()).isEmpty();
        assertThat(snapshot.ordersCompared()).isTrue();
    }

    private static long stored(List<Long> orders) {
        return orders.stream()
                .filter(order -> one.getBean(JdbcTemplate.class)
                                .queryForObject("SELECT COUNT(*) FROM seckill_order WHERE id = ?", Long.class, order)
                        == 1)
                .count();
    }

    private static long repairs(long sale) {
        return one.getBean(JdbcTemplate.class)
                .queryForObject(
                        "SELECT COUNT(*) FROM seckill_stock_ledger WHERE activity_id = ? AND kind = 'REPAIR'",
                        Long.class,
                        sale);
    }
}
