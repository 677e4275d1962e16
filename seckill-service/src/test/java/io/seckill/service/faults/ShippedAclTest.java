package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.PaymentService;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.reconcile.Reconciler;
import io.seckill.service.testing.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.data.redis.core.RedisCallback;

/** The Redis user that the documentation tells people to make can do all that is needed, and not empty Redis. */
class ShippedAclTest {

    @Test
    void the_user_of_the_documentation_is_enough_for_a_whole_sale_and_cannot_flush() throws IOException {
        RedisOptions options = RedisOptions.defaults().with(documented().toArray(String[]::new));
        Database database = Stores.shared().newDatabase();
        try (RedisServer redis = RedisServer.start(options)) {
            Map<String, String> stores = Node.stores(database, redis.host(), redis.port(), "CHANGE-ME");
            stores.put("spring.data.redis.username", "seckill");
            try (Node worker = new Node(Worker.start(stores))) {
                long sale = worker.sales.open(10, 1);
                long paid = worker.order(sale, 1);
                long cancelled = worker.order(sale, 2);
                worker.awaitStatus(sale, 1, paid, OrderStatus.PENDING_PAYMENT);
                worker.awaitStatus(sale, 2, cancelled, OrderStatus.PENDING_PAYMENT);
                worker.bean(PaymentService.class).record("txn-acl-" + paid, paid);
                worker.bean(CancellationService.class).cancel(cancelled, 2);
                worker.awaitConsistent(sale);
                assertThat(worker.bean(Reconciler.class).run(sale, "test").consistent())
                        .isTrue();

                for (RedisCallback<Boolean> forbidden : forbidden()) {
                    assertThatThrownBy(() -> worker.redis.execute(forbidden)).hasStackTraceContaining("NOPERM");
                }
                assertThat(worker.grab(sale, 1)).isInstanceOf(GrabResult.Duplicate.class);

                worker.redis.delete(RedisKeys.claims(sale));
                worker.bean(Rebuilder.class).rebuild(sale, "test");
                worker.orderOnceOpen(sale, 3);
                worker.awaitConsistent(sale);
                worker.context
                        .getBeansOfType(HealthIndicator.class)
                        .forEach(
                                (name, health) -> assertThat(health.health(true).getStatus())
                                        .as(name)
                                        .isEqualTo(Status.UP));
            }
        }
    }

    private static List<RedisCallback<Boolean>> forbidden() {
        return List.of(
                connection -> {
                    connection.serverCommands().flushAll();
                    return true;
                },
                connection -> {
                    connection.serverCommands().flushDb();
                    return true;
                },
                connection -> {
                    connection.serverCommands().setConfig("maxmemory-policy", "allkeys-lru");
                    return true;
                });
    }

    /** The line of the documentation as an option of redis-server. */
    private static List<String> documented() throws IOException {
        String line = Files.readAllLines(Path.of("../docs/operations.md")).stream()
                .filter(text -> text.startsWith("ACL SETUSER seckill "))
                .findFirst()
                .orElseThrow();
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        words.subList(0, 2).clear();
        words.add(0, "--user");
        return words;
    }
}
