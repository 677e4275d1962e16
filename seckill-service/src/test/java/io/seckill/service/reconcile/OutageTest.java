package io.seckill.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Aof;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.PaymentService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Redis or MySQL goes away in the middle of a sale, and comes back. */
class OutageTest {

    private static final Duration HEALS = Duration.ofSeconds(45);

    @Test
    void after_a_restart_of_redis_the_sale_opens_by_itself_and_nothing_is_lost() {
        // With everysec a killed Redis may lose what it had put off while an earlier write was being flushed.
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.ALWAYS));
                ConfigurableApplicationContext worker = Worker.start(stores(redis.port(), redis.password()))) {
            TestSales sales = new TestSales(worker);
            GrabService grabs = worker.getBean(GrabService.class);
            long sale = sales.open(10, 1);
            assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);

            redis.kill9();
            assertThat(grabs.grab(new GrabRequest(sale, 2, 1)))
                    .isInstanceOfAny(GrabResult.Busy.class, GrabResult.Confirming.class);
            redis.restart();

            await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 3, 1)) instanceof GrabResult.Accepted);
            await().atMost(HEALS).until(() -> sales.orders(sale) == 10 - sales.stockInRedis(sale));
            assertThat(sales.stockInMySql(sale)).isEqualTo(sales.stockInRedis(sale));
            OrderStatusService status = worker.getBean(OrderStatusService.class);
            await().atMost(HEALS)
                    .until(() -> status.find(sale, 1, null).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
        }
    }

    @Test
    void a_redis_that_lost_its_data_stays_shut_and_is_never_refilled_from_the_total() {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext worker = Worker.start(stores(redis.port(), redis.password()))) {
            TestSales sales = new TestSales(worker);
            GrabService grabs = worker.getBean(GrabService.class);
            long sale = sales.open(10, 1);
            grabs.grab(new GrabRequest(sale, 1, 1));
            await().atMost(HEALS).until(() -> sales.orders(sale) == 1);

            RedisCallback<Boolean> loss = connection -> {
                connection.serverCommands().flushAll();
                return true;
            };
            worker.getBean(StringRedisTemplate.class).execute(loss);

            await().during(Duration.ofSeconds(3))
                    .atMost(HEALS)
                    .until(() -> grabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.NotOpen);
        }
    }

    @Test
    void a_redis_that_went_back_in_time_stays_shut() {
        try (ConfigurableApplicationContext worker = Worker.start()) {
            TestSales sales = new TestSales(worker);
            GrabService grabs = worker.getBean(GrabService.class);
            JdbcTemplate jdbc = worker.getBean(JdbcTemplate.class);
            StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
            long sale = sales.open(10, 1);
            jdbc.update("UPDATE seckill_activity SET max_seq = 5 WHERE id = ?", sale);
            redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");

            await().atMost(HEALS).until(() -> epoch(jdbc, sale) == 2);
            await().during(Duration.ofSeconds(3))
                    .atMost(HEALS)
                    .until(() -> epoch(jdbc, sale) == 2
                            && grabs.grab(new GrabRequest(sale, 1, 1)) instanceof GrabResult.NotOpen);

            redis.opsForHash().put(RedisKeys.activity(sale), "seq", "5");
            await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 1, 1)) instanceof GrabResult.Accepted);
        }
    }

    @Test
    void a_redis_that_forgot_what_became_final_hears_of_it_before_the_sale_opens() {
        try (ConfigurableApplicationContext worker = Worker.start()) {
            TestSales sales = new TestSales(worker);
            GrabService grabs = worker.getBean(GrabService.class);
            OrderStatusService status = worker.getBean(OrderStatusService.class);
            StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
            long sale = sales.open(10, 1);
            for (long user = 1; user <= 2; user++) {
                grabs.grab(new GrabRequest(sale, user, 1));
            }
            await().atMost(HEALS).until(() -> sales.orders(sale) == 2);
            await().atMost(HEALS)
                    .until(() -> status.find(sale, 2, null).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
            Map<Object, Object> before = redis.opsForHash().entries(RedisKeys.claims(sale));
            long cancelled = status.find(sale, 1, null).orElseThrow().orderId();
            long paid = status.find(sale, 2, null).orElseThrow().orderId();
            worker.getBean(CancellationService.class).cancel(cancelled, 1);
            worker.getBean(PaymentService.class).record("txn-forgotten-" + paid, paid);

            // What a power loss takes: the return and the note, and no accept.
            redis.opsForHash().putAll(RedisKeys.claims(sale), before);
            redis.opsForHash().put(RedisKeys.activity(sale), "claimed", "2");
            redis.opsForValue().set(RedisKeys.stock(sale), "8");
            redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");

            await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 3, 1)) instanceof GrabResult.Accepted);
            assertThat(status.find(sale, 1, cancelled).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
            assertThat(status.find(sale, 2, paid).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
            assertThat(sales.stockInRedis(sale)).isEqualTo(8);
        }
    }

    @Test
    void a_claim_that_somebody_spoilt_behind_its_units_keeps_no_sale_shut() {
        try (ConfigurableApplicationContext worker = Worker.start()) {
            TestSales sales = new TestSales(worker);
            GrabService grabs = worker.getBean(GrabService.class);
            StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
            long sale = sales.open(10, 2);
            grabs.grab(new GrabRequest(sale, 1, 2));
            await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
            String claim = redis.<String, String>opsForHash().get(RedisKeys.claims(sale), "1");
            redis.opsForHash().put(RedisKeys.claims(sale), "1", claim.replaceFirst("^(\\d+\\|2\\|).*", "$1x"));

            redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");

            await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.Accepted);
        }
    }

    @Test
    void while_mysql_is_away_orders_are_taken_and_afterwards_stored() {
        try (MySqlServer mysql = MySqlServer.start()) {
            Database database = mysql.newDatabase();
            try (ConfigurableApplicationContext worker = Worker.start(database)) {
                TestSales sales = new TestSales(worker);
                GrabService grabs = worker.getBean(GrabService.class);
                long sale = sales.open(50, 1);

                mysql.kill9();
                for (long user = 1; user <= 20; user++) {
                    assertThat(grabs.grab(new GrabRequest(sale, user, 1))).isInstanceOf(GrabResult.Accepted.class);
                }
                mysql.restart();

                await().atMost(HEALS).ignoreExceptions().until(() -> sales.orders(sale) == 20);
                assertThat(sales.stockInMySql(sale)).isEqualTo(30);
                assertThat(worker.getBean(JdbcTemplate.class)
                                .queryForObject(
                                        "SELECT COUNT(*) FROM seckill_dead_letter WHERE queue = ?",
                                        Long.class,
                                        RedisKeys.queue(sale)))
                        .isZero();
            }
        }
    }

    @Test
    void an_order_whose_answer_was_lost_is_confirming_and_then_found() {
        Stores stores = Stores.shared();
        try (FaultProxy proxy = FaultProxy.to(stores.redisHost(), stores.redisPort());
                ConfigurableApplicationContext door = Worker.doorOnly(stores(proxy.port(), stores.redisPassword()))) {
            TestSales sales = new TestSales(door);
            GrabService grabs = door.getBean(GrabService.class);
            OrderStatusService status = door.getBean(OrderStatusService.class);
            long sale = sales.open(10, 1);

            proxy.dropReplies();
            GrabResult unknown = grabs.grab(new GrabRequest(sale, 1, 1));
            proxy.pass();

            assertThat(unknown).isInstanceOf(GrabResult.Confirming.class);
            long orderId = ((GrabResult.Confirming) unknown).orderId();
            await().atMost(HEALS)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(
                                    status.find(sale, 1, orderId).orElseThrow().status())
                            .isEqualTo(OrderStatus.QUEUED));
            GrabResult again = grabs.grab(new GrabRequest(sale, 1, 1));
            assertThat(again).isInstanceOf(GrabResult.Duplicate.class);
            assertThat(((GrabResult.Duplicate) again).order().orderId()).isEqualTo(orderId);
            assertThat(sales.stockInRedis(sale)).isEqualTo(9);
        }
    }

    @Test
    void an_order_that_redis_reads_too_late_is_not_placed() {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext door =
                        Worker.doorOnly(stores(redis.port(), redis.password()), "seckill.grab.timeout=300ms")) {
            TestSales sales = new TestSales(door);
            GrabService grabs = door.getBean(GrabService.class);
            long sale = sales.open(10, 1);
            grabs.grab(new GrabRequest(sale, 1, 1));

            redis.pause();
            GrabResult frozen;
            try {
                frozen = grabs.grab(new GrabRequest(sale, 2, 1));
                await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            } finally {
                redis.resume();
            }

            assertThat(frozen).isInstanceOf(GrabResult.Confirming.class);
            await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 3, 1)) instanceof GrabResult.Accepted);
            assertThat(sales.stockInRedis(sale)).isEqualTo(8);
            assertThat(door.getBean(OrderStatusService.class).find(sale, 2, null))
                    .isEmpty();
        }
    }

    private static long epoch(JdbcTemplate jdbc, long sale) {
        return jdbc.queryForObject("SELECT epoch FROM seckill_activity WHERE id = ?", Long.class, sale);
    }

    private static Map<String, String> stores(int redisPort, String redisPassword) {
        Map<String, String> properties =
                new HashMap<>(Stores.shared().springProperties(Stores.shared().newDatabase()));
        properties.put("spring.data.redis.host", "127.0.0.1");
        properties.put("spring.data.redis.port", Integer.toString(redisPort));
        properties.remove("spring.data.redis.password");
        if (redisPassword != null) {
            properties.put("spring.data.redis.password", redisPassword);
        }
        return properties;
    }
}
