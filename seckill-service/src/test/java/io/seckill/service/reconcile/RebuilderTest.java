package io.seckill.service.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.order.CloseReason;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.PaymentService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Redis lost what it knew: the sale is made anew from MySQL and from what survives in the queue. */
class RebuilderTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static Database database;
    private static ConfigurableApplicationContext door;
    private static TestSales sales;
    private static GrabService grabs;
    private static Rebuilder rebuilder;
    private static OrderStatusService status;
    private static StringRedisTemplate redis;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        door = Worker.doorOnly(Stores.shared().springProperties(database));
        sales = new TestSales(door);
        grabs = door.getBean(GrabService.class);
        rebuilder = door.getBean(Rebuilder.class);
        status = door.getBean(OrderStatusService.class);
        redis = door.getBean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        door.close();
    }

    @Test
    void a_sale_whose_keys_are_gone_has_all_stored_orders_again_and_sells_the_rest() {
        long sale = sales.open(10, 2);
        long paid = order(sale, 1);
        order(sale, 2);
        storeAll(sale, 2);
        door.getBean(PaymentService.class).record("txn-rebuild-" + paid, paid);
        forget(sale);
        assertThat(grabs.grab(new GrabRequest(sale, 3, 1))).isInstanceOf(GrabResult.NotOpen.class);

        RebuildReport report = rebuilder.rebuild(sale, "test");

        assertThat(report.stored()).isEqualTo(2);
        assertThat(report.remaining()).isEqualTo(8);
        assertThat(sales.stockInRedis(sale)).isEqualTo(8);
        assertThat(status.find(sale, 1, null).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(status.find(sale, 2, null).orElseThrow().payBefore()).isNotNull();
        awaitOrder(sale, 3, 2);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Duplicate.class);
        storeAll(sale, 3);
        assertThat(sales.stockInMySql(sale)).isEqualTo(6);
    }

    @Test
    void accepted_orders_that_survive_in_the_queue_keep_their_place() {
        long sale = sales.open(10, 1);
        long first = order(sale, 1);
        long second = order(sale, 2);
        redis.delete(RedisKeys.claims(sale));
        redis.delete(RedisKeys.stock(sale));

        RebuildReport report = rebuilder.rebuild(sale, "test");

        assertThat(report.waiting()).isEqualTo(2);
        assertThat(status.find(sale, 1, null).orElseThrow().orderId()).isEqualTo(first);
        assertThat(status.find(sale, 2, null).orElseThrow().orderId()).isEqualTo(second);
        assertThat(sales.stockInRedis(sale)).isEqualTo(8);
        storeAll(sale, 2);
        assertThat(sales.stockInMySql(sale)).isEqualTo(8);
    }

    @Test
    void more_survivors_than_units_lose_the_youngest_and_never_oversell() {
        long sale = sales.open(2, 1);
        order(sale, 1);
        order(sale, 2);
        redis.opsForValue().set(RedisKeys.stock(sale), "5");
        long third = order(sale, 3);

        RebuildReport report = rebuilder.rebuild(sale, "test");

        assertThat(report.voided()).isEqualTo(1);
        assertThat(report.remaining()).isZero();
        assertThat(status.findById(third, 3).orElseThrow().status()).isEqualTo(OrderStatus.CANCELLED);
        storeAll(sale, 2);
        assertThat(sales.stockInMySql(sale)).isZero();
        assertThat(status.findById(third, 3).orElseThrow().closeReason()).isEqualTo(CloseReason.SHORTAGE);
    }

    @Test
    void accept_numbers_go_on_above_every_number_ever_seen() {
        long sale = sales.open(10, 1);
        order(sale, 1);
        order(sale, 2);
        storeAll(sale, 2);
        forget(sale);

        rebuilder.rebuild(sale, "test");
        awaitOrder(sale, 3, 1);

        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "seq")).isEqualTo("3");
    }

    @Test
    void a_rebuild_that_was_overtaken_installs_nothing() {
        long sale = sales.open(10, 1);
        order(sale, 1);
        redis.opsForHash().put(RedisKeys.activity(sale), "rebuild", "999");
        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "");

        assertThatThrownBy(() -> rebuilder.rebuild(sale, "test"))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_STATE));

        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "rebuild")).isEqualTo("999");
        assertThat(grabs.grab(new GrabRequest(sale, 2, 1))).isInstanceOf(GrabResult.NotOpen.class);
        assertThat(sales.stockInRedis(sale)).isEqualTo(9);
    }

    @Test
    void a_worker_that_raises_the_epoch_at_the_same_moment_is_not_taken_for_another_rebuild() throws Exception {
        long sale = sales.open(10, 1);
        order(sale, 1);
        storeAll(sale, 1);
        forget(sale);
        CompletableFuture<RebuildReport> rebuild;
        try (Connection worker = database.connect();
                Statement statement = worker.createStatement()) {
            worker.setAutoCommit(false);
            statement.executeUpdate("UPDATE seckill_activity SET epoch = epoch + 1 WHERE id = " + sale);

            rebuild = CompletableFuture.supplyAsync(() -> rebuilder.rebuild(sale, "test"));

            await().atMost(SETTLES).until(RebuilderTest::somebodyWaitsForTheRow);
            worker.commit();
        }

        assertThat(rebuild.get(SETTLES.toSeconds(), TimeUnit.SECONDS).epoch()).isEqualTo(3);
        awaitOrder(sale, 2, 1);
    }

    @Test
    void only_an_open_sale_can_be_rebuilt() {
        long draft = sales.inMySql(5, 1, "DRAFT", 0);

        assertThatThrownBy(() -> rebuilder.rebuild(draft, "test"))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_STATE));
        assertThatThrownBy(() -> rebuilder.rebuild(999_999_999_999L, "test"))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND));
        assertThat(redis.hasKey(RedisKeys.activity(draft))).isFalse();
    }

    @Test
    void a_worker_rebuilds_by_itself_where_that_is_configured() {
        try (RedisServer own = RedisServer.start(RedisOptions.defaults().password(null))) {
            Map<String, String> stores = new HashMap<>(
                    Stores.shared().springProperties(Stores.shared().newDatabase()));
            stores.put("spring.data.redis.port", Integer.toString(own.port()));
            stores.remove("spring.data.redis.password");
            try (ConfigurableApplicationContext worker =
                    Worker.start(stores, "seckill.reconcile.automatic-rebuild=true")) {
                TestSales itsSales = new TestSales(worker);
                GrabService itsGrabs = worker.getBean(GrabService.class);
                long sale = itsSales.open(10, 1);
                itsGrabs.grab(new GrabRequest(sale, 1, 1));
                await().atMost(SETTLES).until(() -> itsSales.orders(sale) == 1);
                RedisCallback<Boolean> loss = connection -> {
                    connection.serverCommands().flushAll();
                    return true;
                };
                worker.getBean(StringRedisTemplate.class).execute(loss);

                await().atMost(SETTLES)
                        .until(() -> itsGrabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.Accepted);
                assertThat(itsGrabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Duplicate.class);
                assertThat(itsSales.stockInRedis(sale)).isEqualTo(8);
            }
        }
    }

    private static boolean somebodyWaitsForTheRow() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet queries = statement.executeQuery(
                        "SELECT info FROM information_schema.processlist WHERE db = DATABASE() AND command = 'Query'"
                                + " AND (info LIKE 'UPDATE seckill_activity%' OR info LIKE '%seckill_activity%FOR UPDATE')")) {
            return queries.next();
        }
    }

    private static long order(long sale, long user) {
        GrabResult result = grabs.grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    /** Right after a rebuild the units are held for a moment. */
    private static void awaitOrder(long sale, long user, int quantity) {
        await().atMost(SETTLES)
                .until(() -> grabs.grab(new GrabRequest(sale, user, quantity)) instanceof GrabResult.Accepted);
    }

    /** Everything of the activity, its queue included. */
    private static void forget(long sale) {
        redis.delete(redis.keys("seckill:*{" + sale + "}*"));
    }

    private static void storeAll(long sale, long orders) {
        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(SETTLES).until(() -> sales.orders(sale) == orders);
            await().atMost(SETTLES).until(() -> redis.opsForList().size(RedisKeys.queue(sale)) == 0);
        }
    }
}
