package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
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

/** Paid, cancelled, timed out: what becomes of a stored order, and that its units add up whatever happens. */
class OrderLifeTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static GrabService grabs;
    private static OrderStatusService status;
    private static PaymentService payments;
    private static CancellationService cancellations;
    private static JdbcTemplate jdbc;

    @BeforeAll
    static void start() {
        Database database = Stores.shared().newDatabase();
        worker = Worker.start(database);
        sales = new TestSales(worker);
        grabs = worker.getBean(GrabService.class);
        status = worker.getBean(OrderStatusService.class);
        payments = worker.getBean(PaymentService.class);
        cancellations = worker.getBean(CancellationService.class);
        jdbc = worker.getBean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_payment_is_applied_once_however_often_it_is_reported() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);

        assertThat(payments.record("txn-a-" + order, order)).isEqualTo(PaymentResult.APPLIED);
        assertThat(payments.record("txn-a-" + order, order)).isEqualTo(PaymentResult.APPLIED);

        assertThat(status.find(sale, 1, null).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(status.findById(order, 1).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM seckill_payment WHERE order_id = ?", Long.class, order))
                .isEqualTo(1);
        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
    }

    @Test
    void a_second_payment_by_another_transaction_is_due_for_refund() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);
        payments.record("txn-b1-" + order, order);

        assertThat(payments.record("txn-b2-" + order, order)).isEqualTo(PaymentResult.REFUND_DUE);
    }

    @Test
    void a_transaction_cannot_pay_for_two_orders() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);
        long other = stored(sale, 2);
        payments.record("txn-c-" + order, order);

        assertThat(payments.record("txn-c-" + order, other)).isEqualTo(PaymentResult.OTHER_ORDER);
        assertThat(status.findById(other, 2).orElseThrow().status()).isEqualTo(OrderStatus.PENDING_PAYMENT);
    }

    @Test
    void a_payment_for_an_order_that_does_not_exist_leaves_no_trace() {
        assertThat(payments.record("txn-nowhere", 1)).isEqualTo(PaymentResult.UNKNOWN_ORDER);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM seckill_payment WHERE txn_id = 'txn-nowhere'", Long.class))
                .isZero();
    }

    @Test
    void a_cancelled_order_gives_its_units_back_on_both_sides_and_its_buyer_may_buy_again() {
        long sale = sales.open(5, 2);
        long order = stored(sale, 1, 2);

        CancelResult result = cancellations.cancel(order, 1);

        assertThat(result).isInstanceOf(CancelResult.Cancelled.class);
        assertThat(sales.stockInRedis(sale)).isEqualTo(5);
        assertThat(sales.stockInMySql(sale)).isEqualTo(5);
        OrderView view = status.find(sale, 1, order).orElseThrow();
        assertThat(view.status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(view.closeReason()).isEqualTo(CloseReason.USER);
        assertThat(cancellations.cancel(order, 1)).isInstanceOf(CancelResult.Cancelled.class);
        assertThat(sales.stockInMySql(sale)).isEqualTo(5);
        assertThat(stored(sale, 1)).isNotEqualTo(order);
    }

    @Test
    void a_buyer_who_cancels_too_often_cannot_buy_again() {
        long sale = sales.open(5, 1);
        for (int i = 0; i < 4; i++) {
            cancellations.cancel(stored(sale, 1), 1);
        }

        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.RegrabLimit.class);
        assertThat(grabs.grab(new GrabRequest(sale, 2, 1))).isInstanceOf(GrabResult.Accepted.class);
    }

    @Test
    void nobody_cancels_another_users_order_nor_one_that_is_paid() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);

        assertThat(cancellations.cancel(order, 2)).isInstanceOf(CancelResult.NotFound.class);
        payments.record("txn-d-" + order, order);
        assertThat(cancellations.cancel(order, 1)).isInstanceOf(CancelResult.Refused.class);
        assertThat(sales.stockInMySql(sale)).isEqualTo(4);
    }

    @Test
    void a_payment_after_the_cancellation_is_due_for_refund_and_revives_nothing() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);
        cancellations.cancel(order, 1);

        assertThat(payments.record("txn-e-" + order, order)).isEqualTo(PaymentResult.REFUND_DUE);
        assertThat(payments.record("txn-e-" + order, order)).isEqualTo(PaymentResult.REFUND_DUE);
        assertThat(status.findById(order, 1).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(sales.stockInRedis(sale)).isEqualTo(5);
    }

    @Test
    void an_order_that_is_not_paid_in_time_is_cancelled_and_its_unit_comes_back() {
        long sale = sales.open(5, 1);
        long order = stored(sale, 1);
        overdue(order);

        await().atMost(SETTLES)
                .until(() -> status.findById(order, 1).orElseThrow().status() == OrderStatus.CANCELLED);
        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 5);
        assertThat(status.find(sale, 1, null).orElseThrow().closeReason()).isEqualTo(CloseReason.TIMEOUT);
        assertThat(sales.stockInMySql(sale)).isEqualTo(5);
    }

    @Test
    void when_payment_and_cancellation_meet_exactly_one_wins() throws Exception {
        long sale = sales.open(60, 1);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (long user = 1; user <= 30; user++) {
                long buyer = user;
                long order = stored(sale, buyer);
                CyclicBarrier barrier = new CyclicBarrier(2);
                Future<PaymentResult> paid = pool.submit(() -> {
                    barrier.await();
                    return payments.record("txn-race-" + order, order);
                });
                Future<CancelResult> cancelled = pool.submit(() -> {
                    barrier.await();
                    return cancellations.cancel(order, buyer);
                });
                boolean cancelWon = cancelled.get() instanceof CancelResult.Cancelled;
                assertThat(paid.get()).isEqualTo(cancelWon ? PaymentResult.REFUND_DUE : PaymentResult.APPLIED);
            }
        } finally {
            pool.shutdownNow();
        }
        await().atMost(SETTLES).until(() -> owedRows(sale) == 0);
        long live = sales.orders(sale);
        assertThat(sales.stockInMySql(sale)).isEqualTo(60 - live);
        assertThat(sales.stockInRedis(sale)).isEqualTo(60 - live);
    }

    @Test
    void what_redis_has_not_heard_of_it_hears_later_and_once() {
        long sale = sales.open(5, 1);
        long cancelled = stored(sale, 1);
        long paid = stored(sale, 2);
        // As if the process had died between the commit in MySQL and the call to Redis.
        jdbc.update(
                "UPDATE seckill_order SET status = 2, close_reason = 'USER', return_state = 1 WHERE id = ?", cancelled);
        jdbc.update("UPDATE seckill_activity SET stock = stock + 1 WHERE id = ?", sale);
        jdbc.update("UPDATE seckill_order SET status = 1, return_state = 3 WHERE id = ?", paid);

        await().atMost(SETTLES).until(() -> owedRows(sale) == 0);

        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
        assertThat(status.find(sale, 2, null).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        jdbc.update("UPDATE seckill_order SET return_state = 1 WHERE id = ?", cancelled);
        await().atMost(SETTLES).until(() -> owedRows(sale) == 0);
        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
        assertThat(worker.getBean(StringRedisTemplate.class).opsForHash().get(RedisKeys.activity(sale), "claimed"))
                .isEqualTo("1");
    }

    private static long stored(long sale, long user) {
        return stored(sale, user, 1);
    }

    private static long stored(long sale, long user, int quantity) {
        GrabResult result = grabs.grab(new GrabRequest(sale, user, quantity));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        await().atMost(SETTLES)
                .until(() -> status.find(sale, user, null).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    private static void overdue(long order) {
        jdbc.update("UPDATE seckill_order SET pay_before = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE id = ?", order);
    }

    private static long owedRows(long sale) {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM seckill_order WHERE activity_id = ? AND return_state IN (1, 3)",
                Long.class,
                sale);
    }
}
