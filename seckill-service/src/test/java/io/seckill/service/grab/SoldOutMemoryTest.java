package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Stores;
import io.seckill.service.order.CancelResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

/** Nodes that refuse from memory: never the holder of a claim, and no longer than the shelf is empty. */
class SoldOutMemoryTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext worker;
    private static ConfigurableApplicationContext door;
    private static GrabService here;
    private static GrabService there;
    private static TestSales sales;
    private static CancellationService cancellations;

    @BeforeAll
    static void start() {
        Map<String, String> stores =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        worker = Worker.start(stores);
        door = Worker.doorOnly(stores);
        here = worker.getBean(GrabService.class);
        there = door.getBean(GrabService.class);
        sales = new TestSales(worker);
        cancellations = worker.getBean(CancellationService.class);
    }

    @AfterAll
    static void stop() {
        door.close();
        worker.close();
    }

    @Test
    void a_node_that_was_told_sold_out_refuses_by_itself_and_the_holder_of_a_claim_never() {
        long sale = sales.open(1, 1);
        assertThat(here.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Accepted.class);

        remember(sale);

        assertThat(there.grab(new GrabRequest(sale, 3, 1))).isEqualTo(new GrabResult.SoldOut(0));
        assertThat(there.grab(new GrabRequest(sale, 1, 1))).isInstanceOf(GrabResult.Duplicate.class);
        assertThat(board(door).refuses(new GrabRequest(sale, 3, 2)))
                .as("more than an order may take is not the memory's to refuse")
                .isFalse();
    }

    @Test
    void a_unit_that_comes_back_is_sold_again_by_every_node() {
        long sale = sales.open(1, 1);
        long order = buy(here, sale, 1);
        remember(sale);

        cancel(order, 1);

        await().atMost(SETTLES)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> there.grab(new GrabRequest(sale, 4, 1)) instanceof GrabResult.Accepted);
        assertThat(here.grab(new GrabRequest(sale, 4, 1))).isInstanceOf(GrabResult.Duplicate.class);
        assertThat(sales.stockInRedis(sale)).isZero();
    }

    @Test
    void units_that_come_back_to_an_empty_shelf_are_held_for_a_moment_and_counted_at_once() {
        long sale = sales.open(1, 1);
        long order = buy(here, sale, 1);

        cancel(order, 1);

        StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
        assertThat(redis.opsForHash().get(RedisKeys.activity(sale), "resellAt")).isNotNull();
        assertThat(sales.stockInRedis(sale)).isEqualTo(1);
        // A time that is further away than it can be was set before the clock of Redis went back.
        redis.opsForHash()
                .put(RedisKeys.activity(sale), "resellAt", Long.toString(System.currentTimeMillis() + 7_200_000));
        assertThat(there.grab(new GrabRequest(sale, 5, 1))).isInstanceOf(GrabResult.Accepted.class);
    }

    @Test
    void a_sale_that_is_closed_or_gated_is_not_remembered_as_sold_out() {
        long sale = sales.open(1, 1);
        buy(here, sale, 1);
        remember(sale);

        // In MySQL too, or a worker puts it right.
        worker.getBean(JdbcTemplate.class).update("UPDATE seckill_activity SET state = 'CLOSED' WHERE id = ?", sale);
        StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
        redis.opsForHash().put(RedisKeys.activity(sale), "state", "CLOSED");

        await().atMost(SETTLES).until(() -> there.grab(new GrabRequest(sale, 6, 1)) instanceof GrabResult.Ended);
    }

    @Test
    void however_buyers_come_and_go_nobody_who_holds_a_claim_is_told_sold_out() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        long sale = sales.open(2, 1);
        int buyers = 8;
        CyclicBarrier barrier = new CyclicBarrier(buyers);
        ExecutorService pool = Executors.newFixedThreadPool(buyers);
        try {
            List<Future<Integer>> bought = new ArrayList<>();
            for (int i = 0; i < buyers; i++) {
                bought.add(pool.submit(buyer(sale, barrier, new Random(seed + i), i)));
            }
            int units = 0;
            for (Future<Integer> one : bought) {
                units += one.get();
            }
            assertThat(units).as("bought again after the first two").isGreaterThan(2);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Buys, looks whether both nodes know of it, and gives it back, under ever new user ids. */
    private static Callable<Integer> buyer(long sale, CyclicBarrier barrier, Random random, int number) {
        return () -> {
            barrier.await();
            int bought = 0;
            for (int round = 0; round < 400 && bought < 4; round++) {
                long user = 1_000L * (number + 1) + round;
                GrabService node = random.nextBoolean() ? here : there;
                if (node.grab(new GrabRequest(sale, user, 1)) instanceof GrabResult.Accepted accepted) {
                    bought++;
                    for (int click = 0; click < 20; click++) {
                        GrabService other = random.nextBoolean() ? here : there;
                        assertThat(other.grab(new GrabRequest(sale, user, 1))).isInstanceOf(GrabResult.Duplicate.class);
                    }
                    cancel(accepted.order().orderId(), user);
                } else {
                    Thread.onSpinWait();
                    await().pollDelay(Duration.ofMillis(5)).until(() -> true);
                }
            }
            return bought;
        };
    }

    private static long buy(GrabService node, long sale, long user) {
        GrabResult result = node.grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    private static void cancel(long order, long user) {
        await().atMost(SETTLES)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> cancellations.cancel(order, user) instanceof CancelResult.Cancelled);
    }

    /** Until the other node refuses by itself. */
    private static void remember(long sale) {
        await().atMost(SETTLES).pollInterval(Duration.ofMillis(20)).until(() -> {
            there.grab(new GrabRequest(sale, 2, 1));
            return board(door).refuses(new GrabRequest(sale, 2, 1));
        });
    }

    private static SoldOutBoard board(ConfigurableApplicationContext context) {
        return context.getBean(SoldOutBoard.class);
    }
}
