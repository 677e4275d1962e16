package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Stores;
import io.seckill.queue.BatchResult;
import io.seckill.queue.Delivery;
import io.seckill.queue.QueueProperties;
import io.seckill.queue.WorkerPool;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.testing.RawSale;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The script pushes by itself; the queue must read what it wrote. */
class GrabMessageTest {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");

    @Test
    void the_queue_consumes_what_the_script_wrote() {
        Stores stores = Stores.shared();
        ConcurrentLinkedQueue<Delivery> seen = new ConcurrentLinkedQueue<>();
        LettuceConnectionFactory connections = connect(stores);
        try (RawSale sale = new RawSale(stores.redisHost(), stores.redisPort(), stores.redisPassword()).open(10, 5)) {
            String registry = "test:queues:" + sale.id;
            WorkerPool pool = new WorkerPool(
                    new Binder(new MapConfigurationPropertySource(Map.of("seckill.queue.registry", registry)))
                            .bindOrCreate("seckill.queue", QueueProperties.class),
                    connections,
                    (queue, batch) -> {
                        seen.addAll(batch);
                        return BatchResult.allDone(batch);
                    },
                    letter -> seen.add(new Delivery("buried", letter.messageId(), 0, "", letter.raw(), 0, 0)),
                    Clock.systemUTC());
            pool.start();
            long before = sale.now();
            sale.eval(
                    GRAB,
                    sale.grabKeys(),
                    Long.toString(sale.id),
                    "100",
                    "1",
                    "2",
                    "900001",
                    "42",
                    "3",
                    "9999999999999");
            sale.redis().sadd(registry, sale.queue);

            await().atMost(Duration.ofSeconds(20)).until(() -> !seen.isEmpty());
            await().atMost(Duration.ofSeconds(20)).until(() -> sale.redis().exists(sale.queue + ":attempts") == 0);
            pool.stop();

            assertThat(seen).hasSize(1);
            Delivery delivery = seen.element();
            assertThat(delivery.queue()).isEqualTo(sale.queue);
            assertThat(delivery.messageId()).isEqualTo("900001");
            assertThat(delivery.enqueuedAt()).isBetween(before, sale.now());
            assertThat(List.of(delivery.body().split("\\|")))
                    .containsExactly(Long.toString(sale.id), "42", "3", "1", "1");
            assertThat(new String(delivery.raw(), StandardCharsets.UTF_8)).endsWith("|" + delivery.body());
            sale.redis().del(registry);
        } finally {
            connections.destroy();
        }
    }

    private static LettuceConnectionFactory connect(Stores stores) {
        RedisStandaloneConfiguration address = new RedisStandaloneConfiguration(stores.redisHost(), stores.redisPort());
        if (stores.redisPassword() != null) {
            address.setPassword(stores.redisPassword());
        }
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                address,
                LettuceClientConfiguration.builder()
                        .commandTimeout(Duration.ofSeconds(2))
                        .build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
