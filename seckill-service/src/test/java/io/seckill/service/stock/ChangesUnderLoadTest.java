package io.seckill.service.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.ending.SaleCloser;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.monitor.Problem;
import io.seckill.service.monitor.RedisFigures;
import io.seckill.service.order.CancellationService;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Buyers grab and cancel while operators add stock, take it away, move the window and the limit, while the sale is opened
 * again and rebuilt, and is closed at last: at every instant the numbers add up, and at the end every order is there.
 */
@Tag("long")
class ChangesUnderLoadTest {

    private static final Duration HEALS = Duration.ofSeconds(60);
    private static final int BUYERS = 3;
    private static final int CHANGES = 40;
    private static final Set<String> AT_EVERY_INSTANT = Set.of(
            "REDIS_UNITS",
            "REDIS_STOCK_NEGATIVE",
            "MYSQL_UNITS",
            "MYSQL_STOCK_NEGATIVE",
            "LEDGER_UNITS",
            "REDIS_UNREADABLE");

    private final long seed = new Random().nextLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong users = new AtomicLong();
    private final Set<Long> accepted = ConcurrentHashMap.newKeySet();

    @Test
    void units_are_conserved_whatever_operators_do_meanwhile() throws Exception {
        System.out.println("ChangesUnderLoadTest seed " + seed);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ConfigurableApplicationContext worker = Worker.start()) {
            TestSales sales = new TestSales(worker);
            long sale = sales.open(30, 3);
            ActivityMonitor monitor = worker.getBean(ActivityMonitor.class);
            CyclicBarrier barrier = new CyclicBarrier(BUYERS + 1);
            List<Future<?>> buyers = IntStream.range(0, BUYERS)
                    .<Future<?>>mapToObj(number -> threads.submit(() -> {
                        barrier.await();
                        buy(worker, sale, new Random(seed + number));
                        return null;
                    }))
                    .toList();
            Future<List<Problem>> watch = threads.submit(() -> watch(monitor, sale));
            barrier.await();

            operate(worker, sale, new Random(seed - 1));
            worker.getBean(SaleCloser.class).close(sale, "operator");

            over.set(true);
            for (Future<?> buyer : buyers) {
                buyer.get();
            }
            assertThat(watch.get()).isEmpty();
            await().atMost(HEALS).untilAsserted(() -> {
                ActivitySnapshot end = monitor.snapshot(sale);
                assertThat(end.problems()).isEmpty();
                assertThat(end.atRest()).isTrue();
                assertThat(end.mysql().pendingGrants()).isZero();
            });
            assertThat(accepted).hasSizeGreaterThan(10);
            assertThat(stored(worker, sale)).containsExactlyInAnyOrderElementsOf(accepted);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    private void buy(ConfigurableApplicationContext worker, long sale, Random random) {
        GrabService grabs = worker.getBean(GrabService.class);
        CancellationService cancels = worker.getBean(CancellationService.class);
        while (!over.get()) {
            long user = users.incrementAndGet();
            GrabResult result = grabs.grab(new GrabRequest(sale, user, 1 + random.nextInt(3)));
            if (result instanceof GrabResult.Accepted order) {
                accepted.add(order.order().orderId());
                if (random.nextInt(3) == 0) {
                    cancels.cancel(order.order().orderId(), user);
                }
            } else {
                assertThat(result)
                        .isInstanceOfAny(
                                GrabResult.SoldOut.class,
                                GrabResult.OverLimit.class,
                                GrabResult.NotOpen.class,
                                GrabResult.Ended.class);
            }
        }
    }

    private void operate(ConfigurableApplicationContext worker, long sale, Random random) {
        StockChangeService changes = worker.getBean(StockChangeService.class);
        ActivityEditor editor = worker.getBean(ActivityEditor.class);
        StringRedisTemplate redis = worker.getBean(StringRedisTemplate.class);
        for (int change = 0; change < CHANGES; change++) {
            StockSource source = random.nextBoolean() ? StockSource.TOTAL : StockSource.RESERVE;
            long units = random.nextInt(13) - 5L;
            try {
                changes.change(sale, units == 0 ? 9 : units, source, "operator");
                Activity row = worker.getBean(ActivityMapper.class).find(sale).orElseThrow();
                editor.edit(
                        sale,
                        new ActivityDraft(
                                "change " + change,
                                row.totalStock(),
                                row.reserved(),
                                1 + random.nextInt(3),
                                row.startTime(),
                                row.endTime().plusSeconds(random.nextInt(3))),
                        "operator");
            } catch (SeckillException refusal) {
                // Not that much in reserve, or an earlier change waits for the gate to open.
                assertThat(refusal.details().getOrDefault("reason", "busy")).isIn("reserve-short", "busy");
                await().atMost(HEALS).until(() -> isOpen(worker, sale));
            }
            if (change % 20 == 7) {
                redis.opsForHash().put(RedisKeys.activity(sale), "openFor", "the run before");
            } else if (change % 20 == 17) {
                worker.getBean(Rebuilder.class).rebuild(sale, "operator");
            }
        }
    }

    private static boolean isOpen(ConfigurableApplicationContext worker, long sale) {
        RedisFigures figures =
                worker.getBean(ActivityMonitor.class).overview(sale).redis();
        return figures != null && figures.open();
    }

    private List<Problem> watch(ActivityMonitor monitor, long sale) {
        while (!over.get()) {
            List<Problem> problems = monitor.snapshot(sale).problems().stream()
                    .filter(problem -> AT_EVERY_INSTANT.contains(problem.code()))
                    .toList();
            if (!problems.isEmpty()) {
                return problems;
            }
        }
        return List.of();
    }

    private static List<Long> stored(ConfigurableApplicationContext worker, long sale) {
        return worker.getBean(JdbcTemplate.class)
                .queryForList("SELECT id FROM seckill_order WHERE activity_id = ?", Long.class, sale);
    }
}
