package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.Problem;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Somebody writes into Redis or MySQL by hand, in the middle of a sale: what buyers are told, and what puts it right. */
class VandalismTest {

    private static final Duration HEALS = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static GrabService grabs;
    private static OrderStatusService status;
    private static Rebuilder rebuilder;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;

    @BeforeAll
    static void start() {
        worker = Worker.start("seckill.reconcile.registry-check=1s");
        sales = new TestSales(worker);
        grabs = worker.getBean(GrabService.class);
        status = worker.getBean(OrderStatusService.class);
        rebuilder = worker.getBean(Rebuilder.class);
        redis = worker.getBean(StringRedisTemplate.class);
        mysql = worker.getBean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_queue_that_is_off_the_registry_is_put_on_it_again_and_its_orders_are_stored() {
        long sale = sales.open(5, 1);
        redis.delete("seckill:queues");

        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);

        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
    }

    @Test
    void a_sale_that_was_shut_for_a_moment_is_not_called_sold_out() {
        long sale = sales.open(100, 1);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);
        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");
        List<GrabResult> told = new ArrayList<>();

        await().atMost(HEALS).pollInterval(Duration.ofMillis(20)).until(() -> {
            told.add(grabs.grab(new GrabRequest(sale, 2, 1)));
            return told.get(told.size() - 1) instanceof GrabResult.Accepted;
        });
        forgetEverything(sale);
        rebuilder.rebuild(sale, "test");
        await().atMost(HEALS).pollInterval(Duration.ofMillis(20)).until(() -> {
            told.add(grabs.grab(new GrabRequest(sale, 3, 1)));
            return told.get(told.size() - 1) instanceof GrabResult.Accepted;
        });

        assertThat(told).noneMatch(GrabResult.SoldOut.class::isInstance);
    }

    @Test
    void a_claim_that_cannot_be_read_is_its_users_trouble_alone() {
        long sale = sales.open(5, 1);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);
        redis.opsForHash().put(RedisKeys.claims(sale), "8", "junk");

        assertThat(status.claims(sale, List.of(1L, 8L))).containsOnlyKeys(1L);
        assertThat(grabs.grab(new GrabRequest(sale, 8, 1))).isInstanceOf(GrabResult.NotOpen.class);
        assertThat(grabs.grab(new GrabRequest(sale, 2, 1))).isInstanceOf(GrabResult.Accepted.class);
    }

    @Test
    void keys_of_a_wrong_type_are_made_anew_by_a_rebuild_and_those_of_the_queue_are_named() {
        long sale = sales.open(5, 1);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);
        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
        for (String key : List.of(RedisKeys.activity(sale), RedisKeys.claims(sale))) {
            redis.delete(key);
            redis.opsForValue().set(key, "x");
        }

        assertThat(rebuilder.rebuild(sale, "test").remaining()).isEqualTo(4);

        redis.opsForValue().set(RedisKeys.queue(sale), "x");
        assertThatThrownBy(() -> rebuilder.rebuild(sale, "test"))
                .isInstanceOf(SeckillException.class)
                .hasMessageContaining("wrong-type")
                .hasMessageContaining(RedisKeys.queue(sale));
        redis.delete(RedisKeys.queue(sale));
        rebuilder.rebuild(sale, "test");
    }

    @Test
    void a_mysql_that_was_set_back_shuts_the_sale_rather_than_have_orders_accepted_for_nobody() {
        long sale = sales.open(5, 1);
        redis.opsForHash().put(RedisKeys.activity(sale), "epoch", "999");

        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 2, 1)) instanceof GrabResult.NotOpen);

        rebuilder.rebuild(sale, "test");
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(sale, 3, 1)) instanceof GrabResult.Accepted);
    }

    @Test
    void rows_that_somebody_deleted_are_no_units_to_sell() {
        long sale = sales.open(5, 1);
        assertThat(grabs.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);
        await().atMost(HEALS).until(() -> sales.orders(sale) == 1);
        mysql.update("DELETE FROM seckill_order WHERE activity_id = ?", sale);

        assertThatThrownBy(() -> rebuilder.rebuild(sale, "test")).hasMessageContaining("mysql-units: 1");
    }

    @Test
    void a_key_that_will_expire_is_a_problem_before_it_does() {
        long sale = sales.open(5, 1);
        redis.expire(RedisKeys.stock(sale), Duration.ofMinutes(5));

        assertThat(worker.getBean(ActivityMonitor.class).snapshot(sale).problems())
                .extracting(Problem::code)
                .contains("REDIS_EXPIRES");
    }

    @Test
    void an_id_from_far_ahead_was_made_by_nobody() {
        long sale = sales.open(5, 1);

        assertThat(status.find(sale, 1, Long.MAX_VALUE).orElseThrow().status()).isEqualTo(OrderStatus.NOT_PLACED);
    }

    private static void forgetEverything(long sale) {
        redis.delete(redis.keys("seckill:*{" + sale + "}*"));
    }
}
