package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** MySQL stands still in the middle of a batch, longer than a statement may take. */
class FrozenMySqlTest {

    private static final Duration HEALS = Duration.ofSeconds(45);

    @Test
    void orders_wait_while_mysql_is_frozen_and_each_is_stored_once_when_it_thaws() {
        try (MySqlServer mysql = MySqlServer.start()) {
            Database database = mysql.newDatabase();
            Map<String, String> stores = Stores.shared().springProperties(database);
            stores.computeIfPresent(
                    "spring.datasource.url",
                    (key, url) -> url + (url.contains("?") ? "&" : "?") + "socketTimeout=1500&connectTimeout=1500");
            try (ConfigurableApplicationContext worker = Worker.start(stores)) {
                TestSales sales = new TestSales(worker);
                GrabService grabs = worker.getBean(GrabService.class);
                long sale = sales.open(50, 1);
                grabs.grab(new GrabRequest(sale, 100, 1));
                await().atMost(HEALS).until(() -> sales.orders(sale) == 1);

                mysql.pause();
                for (long user = 1; user <= 20; user++) {
                    assertThat(grabs.grab(new GrabRequest(sale, user, 1))).isInstanceOf(GrabResult.Accepted.class);
                }
                // Longer than a statement may take: the worker has given the batch up without knowing what became of
                // it.
                await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
                mysql.resume();

                await().atMost(HEALS).ignoreExceptions().until(() -> sales.orders(sale) == 21);
                assertThat(sales.stockInMySql(sale)).isEqualTo(29);
                assertThat(sales.stockInRedis(sale)).isEqualTo(29);
                assertThat(worker.getBean(JdbcTemplate.class)
                                .queryForObject("SELECT COUNT(*) FROM seckill_dead_letter", Long.class))
                        .isZero();
            }
        }
    }
}
