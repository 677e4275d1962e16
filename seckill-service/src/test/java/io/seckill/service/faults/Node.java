package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.order.OrderIds;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.OrderView;
import io.seckill.service.testing.TestSales;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** A process of the product, in this JVM, and what buyers and onlookers do with it. */
final class Node implements AutoCloseable {

    static final Duration HEALS = Duration.ofSeconds(45);

    final ConfigurableApplicationContext context;
    final TestSales sales;
    final JdbcTemplate jdbc;
    final StringRedisTemplate redis;

    Node(ConfigurableApplicationContext context) {
        this.context = context;
        this.sales = new TestSales(context);
        this.jdbc = context.getBean(JdbcTemplate.class);
        this.redis = context.getBean(StringRedisTemplate.class);
        await().atMost(HEALS).until(() -> context.getBean(OrderIds.class).next().isPresent());
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    GrabResult grab(long sale, long user) {
        return bean(GrabService.class).grab(new GrabRequest(sale, user, 1));
    }

    /** Buys, which must succeed, and returns the order. */
    long order(long sale, long user) {
        GrabResult result = grab(sale, user);
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        return ((GrabResult.Accepted) result).order().orderId();
    }

    /** Buys as soon as the sale takes orders again, and returns the order. */
    long orderOnceOpen(long sale, long user) {
        GrabResult[] last = new GrabResult[1];
        await().atMost(HEALS).until(() -> {
            last[0] = grab(sale, user);
            return last[0] instanceof GrabResult.Accepted;
        });
        return ((GrabResult.Accepted) last[0]).order().orderId();
    }

    Optional<OrderView> view(long sale, long user, Long order) {
        return bean(OrderStatusService.class).find(sale, user, order);
    }

    OrderStatus status(long sale, long user, Long order) {
        return view(sale, user, order).orElseThrow().status();
    }

    void awaitStatus(long sale, long user, long order, OrderStatus status) {
        await().atMost(HEALS).ignoreExceptions().until(() -> status(sale, user, order) == status);
    }

    /** Waits until so many live orders are stored and their claims know it. */
    void awaitStored(long sale, long orders) {
        await().atMost(HEALS).ignoreExceptions().until(() -> sales.orders(sale) == orders && queued(sale) == 0);
    }

    long queued(long sale) {
        return redis.opsForList().size(RedisKeys.queue(sale));
    }

    String claimed(long sale) {
        return (String) redis.opsForHash().get(RedisKeys.activity(sale), "claimed");
    }

    long deadLetters(long sale) {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM seckill_dead_letter WHERE queue = ?", Long.class, RedisKeys.queue(sale));
    }

    /** Waits until the sale is at rest and everything adds up, by id. */
    void awaitConsistent(long sale) {
        ActivitySnapshot[] last = new ActivitySnapshot[1];
        try {
            await().atMost(HEALS).ignoreExceptions().until(() -> {
                last[0] = bean(ActivityMonitor.class).snapshot(sale);
                return last[0].atRest()
                        && last[0].ordersCompared()
                        && last[0].problems().isEmpty();
            });
        } catch (RuntimeException e) {
            throw new AssertionError("never at rest and consistent: " + last[0], e);
        }
    }

    static Map<String, String> stores(Database database) {
        return Stores.shared().springProperties(database);
    }

    static Map<String, String> stores(Database database, String redisHost, int redisPort, String redisPassword) {
        Map<String, String> stores = stores(database);
        stores.put("spring.data.redis.host", redisHost);
        stores.put("spring.data.redis.port", Integer.toString(redisPort));
        stores.remove("spring.data.redis.username");
        stores.put("spring.data.redis.password", redisPassword == null ? "" : redisPassword);
        return stores;
    }

    /** The shared Redis by another way. */
    static Map<String, String> stores(Database database, FaultProxy redis) {
        Map<String, String> stores = stores(database);
        stores.put("spring.data.redis.host", redis.host());
        stores.put("spring.data.redis.port", Integer.toString(redis.port()));
        return stores;
    }

    @Override
    public void close() {
        context.close();
    }
}
