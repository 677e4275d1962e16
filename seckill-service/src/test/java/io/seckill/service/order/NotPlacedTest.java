package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.service.activity.ActivityCatalog;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is said of an order id that is nowhere: never that it was not placed while it may yet turn up. */
class NotPlacedTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static OrderStatusService status;
    private static OrderIds ids;

    @BeforeAll
    static void start() {
        worker = Worker.start("seckill.order.confirming-for=1s");
        sales = new TestSales(worker);
        status = worker.getBean(OrderStatusService.class);
        ids = worker.getBean(OrderIds.class);
        await().atMost(SETTLES).until(() -> ids.next().isPresent());
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_young_id_is_being_confirmed_and_an_old_one_was_not_placed() {
        long sale = listed(sales.open(5, 1));
        long order = ids.next().getAsLong();

        assertThat(of(sale, 1, order)).isEqualTo(OrderStatus.CONFIRMING);

        await().atMost(SETTLES).until(() -> of(sale, 1, order) == OrderStatus.NOT_PLACED);
        assertThat(worker.getBean(GrabService.class).grab(new GrabRequest(sale, 1, 1)))
                .as("its buyer may buy")
                .isInstanceOf(GrabResult.Accepted.class);
        assertThat(of(sale, 1, order)).as("and it stays so").isEqualTo(OrderStatus.NOT_PLACED);
    }

    @Test
    void while_the_sale_is_gated_nothing_is_said_for_good() {
        long sale = listed(sales.open(5, 1));
        StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
        // Behind MySQL, so that nobody opens it again.
        worker.getBean(JdbcTemplate.class).update("UPDATE seckill_activity SET max_seq = 9 WHERE id = ?", sale);
        redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "another run");

        assertThat(of(sale, 1, 1)).isEqualTo(OrderStatus.CONFIRMING);

        redis.delete(RedisKeys.activity(sale));
        assertThat(of(sale, 1, 1)).isEqualTo(OrderStatus.CONFIRMING);
    }

    @Test
    void an_order_of_another_activity_was_not_not_placed() {
        long sale = sales.open(5, 1);
        long other = listed(sales.open(5, 1));
        GrabResult result = worker.getBean(GrabService.class).grab(new GrabRequest(sale, 1, 1));
        long order = ((GrabResult.Accepted) result).order().orderId();
        await().atMost(SETTLES)
                .until(() -> status.find(other, 1, order)
                        .filter(found -> found.status() == OrderStatus.CONFIRMING)
                        .isEmpty());

        assertThat(status.find(other, 1, order)).as("its owner's").isEmpty();
        assertThat(of(other, 2, order)).as("anybody else's").isEqualTo(OrderStatus.NOT_PLACED);
    }

    @Test
    void a_sale_that_has_just_been_created_is_known() {
        status.find(7, 1, null); // the list of activities is fresh now, and without the sale
        long sale = sales.open(5, 1);

        assertThat(of(sale, 1, 1)).isEqualTo(OrderStatus.NOT_PLACED);
    }

    @Test
    void of_an_unknown_activity_there_is_no_order() {
        assertThat(status.find(7, 1, null)).isEmpty();
        assertThat(status.find(7, 1, 1L)).isEmpty();
    }

    private static OrderStatus of(long sale, long user, long order) {
        return status.find(sale, user, order).orElseThrow().status();
    }

    /** Until the node knows the activity: its list is up to a second old. */
    private static long listed(long sale) {
        ActivityCatalog catalog = worker.getBean(ActivityCatalog.class);
        await().atMost(SETTLES).until(() -> catalog.find(sale).isPresent());
        return sale;
    }
}
