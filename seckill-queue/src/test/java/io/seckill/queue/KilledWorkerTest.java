package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.RedisServer;
import io.seckill.queue.bench.KillRounds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Worker processes of their own, and kill -9; the long version is a run of {@link QueueBench}. */
class KilledWorkerTest {

    @Test
    void nothing_is_lost_doubled_or_buried_when_worker_processes_are_killed_or_frozen() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        try (RedisServer server = TestBed.newServer();
                TestBed bed = new TestBed(server);
                KillRounds kills = new KillRounds(
                        server, bed.set("registry", KillRounds.registry()).orderQueue(), seed)) {
            KillRounds.Report report = kills.run(3, 1000);
            kills.freeze(1000);

            assertThat(report.messages()).isEqualTo(3000);
        }
    }
}
