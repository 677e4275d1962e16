package io.seckill.service.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class ActivityCatalogTest {

    @Test
    void an_activity_created_after_the_start_appears_by_itself() {
        try (ConfigurableApplicationContext door =
                Worker.doorOnly(Stores.shared().springProperties(Stores.shared().newDatabase()))) {
            ActivityCatalog catalog = door.getBean(ActivityCatalog.class);
            assertThat(catalog.list()).isEmpty();

            long sale = new TestSales(door).open(7, 1);

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(catalog.find(sale))
                            .hasValueSatisfying(
                                    view -> assertThat(view.remaining()).isEqualTo(7)));
            assertThat(catalog.find(1)).isEmpty();
        }
    }

    /** The database's own time-out is fifteen seconds here: who waited for it would not be back in ten. */
    @Test
    void while_mysql_is_frozen_one_caller_waits_for_it_and_no_other() throws Exception {
        try (MySqlServer mysql = MySqlServer.start()) {
            Database database = mysql.newDatabase();
            try (ConfigurableApplicationContext door =
                    Worker.doorOnly(Stores.shared().springProperties(database))) {
                ActivityCatalog catalog = door.getBean(ActivityCatalog.class);
                long sale = new TestSales(door).open(7, 1);
                await().until(() -> catalog.find(sale).isPresent());
                int callers = 50;
                AtomicInteger answered = new AtomicInteger();
                CyclicBarrier barrier = new CyclicBarrier(callers);
                ExecutorService pool = Executors.newFixedThreadPool(callers);
                mysql.pause();
                try {
                    for (int i = 0; i < callers; i++) {
                        pool.execute(() -> {
                            arrive(barrier);
                            for (int call = 0; call < 20; call++) {
                                ask(catalog, sale);
                            }
                            answered.incrementAndGet();
                        });
                    }
                    await().atMost(Duration.ofSeconds(10)).until(() -> answered.get() >= callers - 1);
                } finally {
                    mysql.resume();
                    pool.shutdown();
                }
                await().atMost(Duration.ofSeconds(30))
                        .ignoreException(SeckillException.class)
                        .until(() -> catalog.find(sale).isPresent());
            }
        }
    }

    private static void ask(ActivityCatalog catalog, long sale) {
        try {
            assertThat(catalog.find(sale)).isPresent();
        } catch (SeckillException busy) {
            assertThat(busy.code()).isEqualTo(ErrorCode.SYSTEM_BUSY);
        }
    }

    private static void arrive(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
