package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.RedisServer;
import io.seckill.queue.bench.Effects;
import io.seckill.queue.bench.ForkedWorker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis is away under load; {@code -Dseckill.test.outage=5} makes it as few seconds. */
@Tag("long")
class OutageTest {

    private static final int SECONDS = Integer.getInteger("seckill.test.outage", 60);

    @Test
    void redis_away_under_load_fills_no_heap_and_what_was_pushed_before_and_after_is_handled() throws Exception {
        try (RedisServer server = TestBed.newServerThatSyncs();
                TestBed bed = new TestBed(server);
                ForkedWorker process = ForkedWorker.start(PushingProcess.class, "-Xmx256m", server, bed.queue)) {
            bed.await().until(() -> handled(bed) > 100);
            server.stop();
            Awaitility.await()
                    .pollDelay(Duration.ofSeconds(SECONDS))
                    .atMost(Duration.ofSeconds(SECONDS + 20))
                    .until(() -> true);
            server.restart();
            // The driver's own reconnect waits up to half a minute after a long outage.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> bed.redis.hasKey(bed.queue + ":registry"));
            long before = handled(bed);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> handled(bed) > before + 100);
            process.write("report");
            bed.await().until(() -> bed.redis.opsForHash().hasKey(PushingProcess.report(bed.queue), "complete"));
            bed.await().until(() -> bed.orderQueue().snapshot(bed.queue).empty());

            Map<Object, Object> report = bed.redis.opsForHash().entries(PushingProcess.report(bed.queue));
            System.out.println("away for " + SECONDS + " s: " + report);
            assertThat(process.alive()).isTrue();
            assertThat(report).containsEntry("broken", "0");
            assertThat(Long.parseLong((String) report.get("fewestFailures")))
                    .as("no push waits for the end of the outage")
                    .isGreaterThanOrEqualTo(2);
            Set<String> done = new HashSet<>(
                    bed.redis.opsForSet().members(Effects.keys(bed.queue).get(1)));
            done.removeAll(bed.redis.opsForSet().members(PushingProcess.failed(bed.queue)));
            assertThat(done).as("handled of those that were acknowledged").hasSize(Integer.parseInt((String)
                    report.get("pushed")));
        }
    }

    private static long handled(TestBed bed) {
        String handled = bed.redis.opsForValue().get(Effects.keys(bed.queue).get(3));
        return handled == null ? 0 : Long.parseLong(handled);
    }
}
