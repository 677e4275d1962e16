package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.order.OrderIds;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** How many round trips to Redis and statements to MySQL a thousand orders cost: counted by the servers themselves. */
class RoundTripsTest {

    private static final int ORDERS = 1_000;
    private static final int BUYERS = 100;
    private static final Duration SETTLES = Duration.ofSeconds(60);

    @Test
    void a_thousand_orders_share_their_way_to_redis_and_to_mysql() throws Exception {
        try (RedisServer redis = RedisServer.start();
                MySqlServer mysql = MySqlServer.start();
                FaultProxy wire = FaultProxy.to(redis.host(), redis.port())) {
            Database database = mysql.newDatabase();
            Map<String, String> stores = new HashMap<>(Stores.shared().springProperties(database));
            stores.put("spring.data.redis.host", wire.host());
            stores.put("spring.data.redis.port", Integer.toString(wire.port()));
            stores.put("spring.data.redis.password", String.valueOf(redis.password()));
            try (ConfigurableApplicationContext door = Worker.doorOnly(stores)) {
                long sale = new TestSales(door).open(ORDERS, 1);
                OrderIds ids = door.getBean(OrderIds.class);
                await().until(() -> ids.next().isPresent());
                // A wire as long as one in a data centre that is a bit too large: calls meet while they are under way.
                wire.delay(Duration.ofMillis(5));
                StringRedisTemplate template = door.getBean(StringRedisTemplate.class);
                long before = scripts(template);

                sell(door.getBean(GrabService.class), sale);

                long calls = scripts(template) - before;
                assertThat(calls).as("script calls for %d orders", ORDERS).isLessThan(ORDERS / 5);
                wire.pass();
            }
            long before = statements(mysql);
            try (ConfigurableApplicationContext worker = Worker.start(stores)) {
                JdbcTemplate jdbc = worker.getBean(JdbcTemplate.class);
                await().atMost(SETTLES)
                        .until(() -> jdbc.queryForObject("SELECT COUNT(*) FROM seckill_order", Long.class) == ORDERS);
            }
            assertThat(statements(mysql) - before)
                    .as("statements that write, for %d orders", ORDERS)
                    .isLessThan(ORDERS / 40);
        }
    }

    private static void sell(GrabService grabs, long sale) throws Exception {
        AtomicLong user = new AtomicLong();
        CyclicBarrier barrier = new CyclicBarrier(BUYERS);
        ExecutorService pool = Executors.newFixedThreadPool(BUYERS);
        try {
            List<Future<?>> buyers = new ArrayList<>();
            for (int i = 0; i < BUYERS; i++) {
                buyers.add(pool.submit(() -> {
                    barrier.await();
                    for (int order = 0; order < ORDERS / BUYERS; order++) {
                        assertThat(grabs.grab(new GrabRequest(sale, user.incrementAndGet(), 1)))
                                .isInstanceOf(GrabResult.Accepted.class);
                    }
                    return null;
                }));
            }
            for (Future<?> buyer : buyers) {
                buyer.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static long scripts(StringRedisTemplate redis) {
        String calls = redis.execute((RedisCallback<String>)
                connection -> connection.serverCommands().info("commandstats").getProperty("cmdstat_evalsha"));
        return calls == null ? 0 : Long.parseLong(calls.replaceAll(".*calls=(\\d+).*", "$1"));
    }

    private static long statements(MySqlServer mysql) throws Exception {
        try (var connection = mysql.connectAsAdmin();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_insert', 'Com_update')")) {
            long sum = 0;
            while (rows.next()) {
                sum += rows.getLong(2);
            }
            return sum;
        }
    }
}
