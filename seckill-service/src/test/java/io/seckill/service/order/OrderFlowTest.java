package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.queue.DeadLetterStore;
import io.seckill.queue.OrderQueue;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** From the request to the row, with a worker that comes and goes. */
class OrderFlowTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static Database database;
    private static ConfigurableApplicationContext door;
    private static TestSales sales;
    private static GrabService grabs;
    private static OrderStatusService status;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        door = Worker.doorOnly(Stores.shared().springProperties(database));
        sales = new TestSales(door);
        grabs = door.getBean(GrabService.class);
        status = door.getBean(OrderStatusService.class);
    }

    @AfterAll
    static void stop() {
        door.close();
    }

    @Test
    void orders_accepted_while_no_worker_runs_are_stored_when_one_starts() {
        long sale = sales.open(20, 1);
        Map<Long, Long> orders = new HashMap<>();
        for (long user = 1; user <= 10; user++) {
            orders.put(user, accepted(sale, user));
        }
        OrderView waiting = status.find(sale, 10, null).orElseThrow();
        assertThat(waiting.status()).isEqualTo(OrderStatus.QUEUED);
        assertThat(waiting.queueAhead()).isEqualTo(9);
        assertThat(sales.orders(sale)).isZero();

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES).until(() -> sales.orders(sale) == 10);
            await().atMost(SETTLES)
                    .until(() -> status.find(sale, 10, null).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
        }

        OrderView stored = status.find(sale, 10, null).orElseThrow();
        assertThat(stored.orderId()).isEqualTo(orders.get(10L));
        assertThat(stored.payBefore()).isAfter(stored.acceptedAt());
        assertThat(status.findById(stored.orderId(), 10)).contains(rowOf(stored));
        assertThat(sales.stockInMySql(sale)).isEqualTo(10);
        assertThat(sales.stockInRedis(sale)).isEqualTo(10);
        assertThat(door.getBean(OrderQueue.class)
                        .snapshot(RedisKeys.queue(sale))
                        .inProcessing())
                .isZero();
    }

    @Test
    void messages_left_in_the_hands_of_a_worker_that_died_are_stored() {
        long sale = sales.open(5, 1);
        long order = accepted(sale, 7);
        StringRedisTemplate redis = door.getBean(StringRedisTemplate.class);
        String queue = RedisKeys.queue(sale);
        redis.opsForZSet().add(queue + ":workers", "dead-worker", 1);
        redis.opsForList()
                .leftPush(queue + ":processing:dead-worker", redis.opsForList().rightPop(queue));

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES).until(() -> sales.orders(sale) == 1);
        }

        assertThat(status.findById(order, 7).orElseThrow().status()).isEqualTo(OrderStatus.PENDING_PAYMENT);
        assertThat(redis.hasKey(queue + ":processing:dead-worker")).isFalse();
    }

    @Test
    void what_is_told_as_final_by_id_is_told_so_by_activity_too_although_no_worker_runs() {
        long sale = sales.open(5, 1);
        long cancelled = accepted(sale, 1);
        long paid = accepted(sale, 2);
        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            for (long user = 1; user <= 2; user++) {
                long buyer = user;
                await().atMost(SETTLES)
                        .until(() ->
                                status.find(sale, buyer, null).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
            }
        }
        // As the worker's time-out and the provider's report leave them, before Redis has heard.
        JdbcTemplate jdbc = door.getBean(JdbcTemplate.class);
        jdbc.update(
                "UPDATE seckill_order SET status = 2, close_reason = 'TIMEOUT', return_state = 1 WHERE id = ?",
                cancelled);
        jdbc.update("UPDATE seckill_activity SET stock = stock + 1 WHERE id = ?", sale);
        jdbc.update("UPDATE seckill_order SET status = 1, return_state = 3 WHERE id = ?", paid);

        assertThat(status.findById(cancelled, 1).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(status.find(sale, 1, cancelled).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(status.findById(paid, 2).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(status.find(sale, 2, paid).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
    }

    @Test
    void an_order_that_mysql_cannot_cover_is_closed_and_its_unit_comes_back() {
        long sale = sales.open(3, 1);
        door.getBean(JdbcTemplate.class).update("UPDATE seckill_activity SET stock = 1 WHERE id = ?", sale);
        long first = accepted(sale, 1);
        long second = accepted(sale, 2);

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES)
                    .until(() -> status.find(sale, 2, second).orElseThrow().status() == OrderStatus.CANCELLED);
            await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 2);
        }

        OrderView closed = status.find(sale, 2, second).orElseThrow();
        assertThat(closed.closeReason()).isEqualTo(CloseReason.SHORTAGE);
        assertThat(status.find(sale, 1, first).orElseThrow().status()).isEqualTo(OrderStatus.PENDING_PAYMENT);
        assertThat(sales.stockInMySql(sale)).isZero();
    }

    @Test
    void an_order_that_redis_has_lost_the_claim_of_is_not_stored_but_shown_to_an_operator() {
        long sale = sales.open(5, 1);
        long order = accepted(sale, 1);
        long other = accepted(sale, 2);
        StringRedisTemplate redis = door.getBean(StringRedisTemplate.class);
        redis.opsForHash().delete(RedisKeys.claims(sale), "1");

        try (ConfigurableApplicationContext worker =
                Worker.start(database, "seckill.queue.backoff-initial=100ms", "seckill.queue.backoff-max=200ms")) {
            await().atMost(SETTLES)
                    .until(() -> worker.getBean(DeadLetterStore.class)
                            .find(Long.toString(order))
                            .isPresent());
        }

        assertThat(sales.orders(sale)).isEqualTo(1);
        assertThat(status.findById(other, 2).orElseThrow().status()).isEqualTo(OrderStatus.PENDING_PAYMENT);
    }

    @Test
    void a_message_pushed_a_thousand_times_is_one_order() {
        long sale = sales.open(5, 1);
        accepted(sale, 1);
        StringRedisTemplate redis = door.getBean(StringRedisTemplate.class);
        String message = redis.opsForList().index(RedisKeys.queue(sale), 0);
        redis.opsForList().leftPushAll(RedisKeys.queue(sale), java.util.Collections.nCopies(999, message));

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES).until(() -> redis.opsForList().size(RedisKeys.queue(sale)) == 0);
            await().atMost(SETTLES)
                    .until(() -> worker.getBean(OrderQueue.class)
                                    .snapshot(RedisKeys.queue(sale))
                                    .inProcessing()
                            == 0);
        }

        assertThat(sales.orders(sale)).isEqualTo(1);
        assertThat(sales.stockInMySql(sale)).isEqualTo(4);
        assertThat(deadLetters(sale)).isZero();
    }

    @Test
    void what_is_no_order_of_the_activity_becomes_a_dead_letter_and_holds_nobody_up() {
        long sale = sales.open(5, 1);
        StringRedisTemplate redis = door.getBean(StringRedisTemplate.class);
        redis.opsForList().leftPush(RedisKeys.queue(sale), "abc");
        redis.opsForList().leftPush(RedisKeys.queue(sale), "1|8888|1767225600000|999|1|1|1|1");
        accepted(sale, 1);

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES).until(() -> sales.orders(sale) == 1);
            await().atMost(SETTLES).until(() -> deadLetters(sale) == 2);
        }

        assertThat(sales.stockInMySql(sale)).isEqualTo(4);
    }

    @Test
    void two_workers_and_two_sales_at_once_do_not_get_in_each_others_way() {
        long one = sales.open(150, 1);
        long other = sales.open(150, 1);

        try (ConfigurableApplicationContext worker = Worker.start(database);
                ConfigurableApplicationContext second = Worker.start(database)) {
            LongStream.rangeClosed(1, 200).parallel().forEach(user -> {
                grabs.grab(new GrabRequest(one, user, 1));
                grabs.grab(new GrabRequest(other, user, 1));
            });
            await().atMost(SETTLES).until(() -> sales.orders(one) == 150 && sales.orders(other) == 150);
        }

        for (long sale : new long[] {one, other}) {
            assertThat(sales.stockInRedis(sale)).isZero();
            assertThat(sales.stockInMySql(sale)).isZero();
        }
    }

    @Test
    void another_users_order_looks_like_none() {
        long sale = sales.open(5, 1);
        long order = accepted(sale, 1);

        // By id alone it is looked for in the sales that the node knows of: its list is up to a second old.
        await().atMost(SETTLES).until(() -> status.findById(order, 1).isPresent());
        assertThat(status.findById(order, 2)).isEmpty();
        assertThat(status.find(sale, 2, null)).isEmpty();
    }

    private static long accepted(long sale, long user) {
        GrabResult result = grabs.grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    private static OrderView rowOf(OrderView claim) {
        return new OrderView(
                claim.orderId(),
                claim.activityId(),
                claim.userId(),
                claim.quantity(),
                claim.status(),
                claim.acceptedAt(),
                claim.payBefore(),
                null,
                null);
    }

    private static long deadLetters(long sale) {
        return door.getBean(JdbcTemplate.class)
                .queryForObject(
                        "SELECT COUNT(*) FROM seckill_dead_letter WHERE queue = ?", Long.class, RedisKeys.queue(sale));
    }
}
