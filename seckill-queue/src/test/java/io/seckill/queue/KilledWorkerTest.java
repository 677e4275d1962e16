package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.RedisServer;
import io.seckill.queue.bench.Effects;
import io.seckill.queue.bench.ForkedWorker;
import io.seckill.queue.bench.KillRounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Worker processes of their own, and the ends they meet; {@link QueueBench} has as many rounds as one wishes. */
class KilledWorkerTest {

    private final TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void nothing_is_lost_doubled_or_buried_when_a_worker_process_is_killed_and_another_frozen() throws Exception {
        killed(1);
    }

    @Test
    @Tag("long")
    void nothing_is_lost_doubled_or_buried_in_twenty_rounds() throws Exception {
        killed(20);
    }

    private static void killed(int rounds) throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        try (RedisServer server = TestBed.newServer();
                TestBed here = new TestBed(server);
                KillRounds kills = new KillRounds(
                        server, here.set("registry", KillRounds.registry()).orderQueue(), seed)) {
            KillRounds.Report report = kills.run(rounds, 1000);
            kills.freeze(1000);

            System.out.println(report);
            assertThat(report.messages()).isEqualTo(rounds * 1000L);
        }
    }

    @Test
    void a_message_that_ends_its_process_is_buried_alone_whatever_was_in_hand_beside_it() throws Exception {
        List<String> innocent = new ArrayList<>(bed.pushMany(40));
        innocent.remove("m15");
        int ended = 0;

        while (!drained()) {
            try (ForkedWorker worker = start("killer=m15", "max-deliveries=3", "batch-size=5", "millis=40")) {
                bed.await().until(() -> !worker.alive() || drained());
                ended += worker.alive() ? 0 : 1;
            }
        }

        assertThat(bed.redis.opsForHash().entries(bed.registry + ":dead"))
                .containsOnlyKeys("m15")
                .hasEntrySatisfying("m15", reason -> assertThat((String) reason).contains("delivered 3 times"));
        assertThat(bed.redis.opsForSet().members(Effects.keys(bed.queue).get(1)))
                .containsExactlyInAnyOrderElementsOf(innocent);
        assertThat(ended).isEqualTo(3);
    }

    @Test
    void a_process_asked_to_end_under_load_leaves_nothing_in_hand_and_the_next_one_does_the_rest() throws Exception {
        int messages = 2000;
        int grace = 10;
        bed.pushMany(messages);
        try (ForkedWorker first = start("grace=" + grace + "s")) {
            bed.await().until(() -> handled() > 100);

            assertThat(first.terminate(grace))
                    .as("it ends within the grace time")
                    .isTrue();

            assertThat(first.exitCode()).as("ended by SIGTERM").isEqualTo(128 + 15);
        }
        assertThat(bed.keys())
                .noneMatch(key -> key.contains(":processing:"))
                .doesNotContain(QueueKeys.workers(bed.queue), QueueKeys.attempts(bed.queue));
        assertThat(bed.queued()).as("there was load").hasSizeGreaterThan(100);
        assertThat(bed.queued().size() + handled()).isEqualTo(messages);

        try (ForkedWorker second = start()) {
            bed.await().until(this::drained);
            assertThat(second.alive()).isTrue();
        }

        assertThat(handled()).as("handlings").isEqualTo(messages);
        assertThat(bed.redis.opsForSet().size(Effects.keys(bed.queue).get(1))).isEqualTo(messages);
        assertThat(bed.redis.opsForHash().values(Effects.keys(bed.queue).get(0)))
                .containsOnly("1");
        assertThat(bed.redis.hasKey(bed.registry + ":dead")).isFalse();
    }

    private ForkedWorker start(String... settings) throws Exception {
        return ForkedWorker.start(TestBed.shared(), bed.registry, settings);
    }

    private boolean drained() {
        return bed.orderQueue().snapshot(bed.queue).empty();
    }

    private long handled() {
        String handled = bed.redis.opsForValue().get(Effects.keys(bed.queue).get(3));
        return handled == null ? 0 : Long.parseLong(handled);
    }
}
