package io.seckill.service.pulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.monitor.LiveReader;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What processes tell of themselves in Redis, and what is read of it. */
class PulseTest {

    private static ConfigurableApplicationContext door;
    private static ConfigurableApplicationContext worker;
    private static StringRedisTemplate redis;
    private static PulseBook book;

    @BeforeAll
    static void start() {
        Database database = Stores.shared().newDatabase();
        door = Worker.doorOnly(Stores.shared().springProperties(database), "seckill.pulse.interval=200ms");
        worker = Worker.start(database, "seckill.pulse.interval=200ms");
        redis = door.getBean(StringRedisTemplate.class);
        book = worker.getBean(PulseBook.class);
    }

    @AfterAll
    static void stop() {
        door.close();
        worker.close();
    }

    @Test
    void every_process_reads_what_each_of_them_has_answered_and_stored() {
        TestSales sales = new TestSales(door);
        long sale = sales.open(5, 1);
        GrabService grabs = door.getBean(GrabService.class);
        for (long user : new long[] {1, 2, 2}) {
            await().until(() -> !(grabs.grab(new GrabRequest(sale, user, 1)) instanceof GrabResult.Busy));
        }

        await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
            Pulse.SaleCount count = pulses("api")
                    .flatMap(pulse -> Optional.ofNullable(pulse.sales().get(sale)).stream())
                    .findFirst()
                    .orElseThrow();
            assertThat(count.answers()).containsEntry(Answer.ACCEPTED, 2L).containsEntry(Answer.DUPLICATE, 1L);
            assertThat(count.latencies().calls()).isGreaterThanOrEqualTo(3);
            assertThat(pulses("worker").map(Pulse::worker)).anySatisfy(stored -> {
                assertThat(stored).isNotNull();
                assertThat(stored.done()).isGreaterThanOrEqualTo(2);
                assertThat(stored.threads()).isPositive();
            });
        });
        // The worker finds a new sale's queue when it next looks for queues.
        await().atMost(20, TimeUnit.SECONDS).untilAsserted(() -> {
            LiveReader.Sale seen = door.getBean(LiveReader.class)
                    .look(List.of(sale, 404L))
                    .sales()
                    .get(sale);
            assertThat(seen.redis()).isNotNull();
            assertThat(seen.redis().stock()).isEqualTo(3);
            assertThat(seen.redis().seq()).isEqualTo(2);
            assertThat(seen.queue().workers()).isEqualTo(1);
        });
        assertThat(door.getBean(LiveReader.class)
                        .look(List.of(404L))
                        .sales()
                        .get(404L)
                        .redis())
                .isNull();
    }

    @Test
    void a_node_that_has_said_nothing_for_five_seconds_is_gone_and_what_is_no_pulse_is_left_out() {
        Pulse alive = new Pulse(0, "alive", "api", Map.of(9L, Pulse.SaleCount.NONE), null);
        book.write(alive).toCompletableFuture().join();
        String value = (String) redis.opsForHash().get(RedisKeys.pulses(), "alive");
        long at = Long.parseLong(value.substring(0, value.indexOf('|')));
        put("late", at - 4_000, "{\"node\":\"late\",\"process\":\"api\",\"sales\":{},\"and\":\"more\"}");
        put("dead", at - 6_000, "{\"node\":\"dead\",\"process\":\"api\",\"sales\":{}}");
        put("odd", at, "not JSON");
        put("empty", at, "{}");
        put("null", at, "null");

        List<Pulse> read = book.read();

        assertThat(read).contains(new Pulse(at, "alive", "api", alive.sales(), null));
        assertThat(read.stream().map(Pulse::node)).contains("late").doesNotContain("dead", "odd");
        assertThat(redis.opsForHash().hasKey(RedisKeys.pulses(), "dead")).isFalse();
        assertThat(redis.getExpire(RedisKeys.pulses(), TimeUnit.MILLISECONDS)).isBetween(1L, 5_000L);
    }

    @Test
    void a_process_that_starts_and_dies_in_a_loop_does_not_fill_redis() {
        for (int i = 0; i < 600; i++) {
            redis.opsForHash().put(RedisKeys.pulses(), "crashed-" + i, "1|{}");
        }

        book.write(new Pulse(0, "next", "api", Map.of(), null))
                .toCompletableFuture()
                .join();

        assertThat(redis.opsForHash().size(RedisKeys.pulses())).isLessThan(500);
    }

    private static Stream<Pulse> pulses(String process) {
        return book.read().stream().filter(pulse -> pulse.process().equals(process));
    }

    private static void put(String node, long at, String text) {
        redis.opsForHash().put(RedisKeys.pulses(), node, at + "|" + text);
    }
}
