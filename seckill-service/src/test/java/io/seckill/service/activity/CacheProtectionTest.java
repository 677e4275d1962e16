package io.seckill.service.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.order.OrderIds;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** However many ask for activities, real ones or made-up ones, MySQL is asked about once a second. Its own counter tells. */
class CacheProtectionTest {

    /** A list is good for 0.8 s at least. */
    private static final long LIST_MS = 800;

    private static MySqlServer mysql;
    private static ConfigurableApplicationContext door;
    private static ActivityCatalog catalog;
    private static TestSales sales;

    @BeforeAll
    static void start() {
        mysql = MySqlServer.start();
        door = Worker.doorOnly(Stores.shared().springProperties(mysql.newDatabase()));
        catalog = door.getBean(ActivityCatalog.class);
        sales = new TestSales(door);
        OrderIds ids = door.getBean(OrderIds.class);
        await().until(() -> ids.next().isPresent());
    }

    @AfterAll
    static void stop() {
        door.close();
        mysql.close();
    }

    @Test
    void ten_thousand_requests_for_made_up_activities_reach_mysql_about_once_a_second() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        GrabService grabs = door.getBean(GrabService.class);
        OrderStatusService status = door.getBean(OrderStatusService.class);
        Random random = new Random(seed);

        assertFew(() -> {
            for (int i = 0; i < 10_000; i++) {
                long nowhere = 1 + random.nextLong(Long.MAX_VALUE - 1);
                switch (i % 3) {
                    case 0 ->
                        assertThat(grabs.grab(new GrabRequest(nowhere, 1, 1)))
                                .isInstanceOf(GrabResult.UnknownActivity.class);
                    case 1 -> assertThat(catalog.find(nowhere)).isEmpty();
                    default -> assertThat(status.find(nowhere, 1, null)).isEmpty();
                }
            }
        });
    }

    @Test
    void ten_thousand_requests_for_one_activity_reach_mysql_about_once_a_second() {
        long sale = sales.open(5, 1);
        await().until(() -> catalog.find(sale).isPresent());

        assertFew(() -> IntStream.range(0, 10_000)
                .parallel()
                .forEach(i -> assertThat(catalog.find(sale)).isPresent()));
    }

    @Test
    void an_activity_older_than_the_list_is_looked_up_once_for_all_and_one_that_never_was_too() {
        long oldest = sales.inMySql(5, 1, "DRAFT", 0);
        for (int i = 0; i < ActivityMapper.LISTED; i++) {
            sales.inMySql(5, 1, "DRAFT", 0);
        }
        await().until(() -> catalog.list().size() == ActivityMapper.LISTED
                && catalog.list().stream().noneMatch(view -> view.id() == oldest));

        assertFew(() -> {
            for (int i = 0; i < 1_000; i++) {
                assertThat(catalog.find(oldest)).isPresent();
                assertThat(catalog.find(3)).isEmpty();
            }
        });
    }

    /** What the lists cost that were read meanwhile, and two more for the first and for an older one. */
    private static void assertFew(Runnable requests) {
        long began = System.nanoTime();
        long before = selects();
        requests.run();
        long asked = selects() - before;
        long lists = (System.nanoTime() - began) / 1_000_000 / LIST_MS;
        assertThat(asked).isLessThanOrEqualTo(lists + 4);
    }

    private static long selects() {
        return door.getBean(JdbcTemplate.class)
                .queryForObject("SHOW GLOBAL STATUS LIKE 'Com_select'", (row, number) -> row.getLong(2));
    }
}
