package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.lock.kit.FuzzPlan;
import io.seckill.lock.kit.FuzzReport;
import io.seckill.lock.kit.LockFuzz;
import io.seckill.lock.kit.LockNodes;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Set {@code -Dseckill.fuzz.seconds} for a longer one, {@code -Dseckill.fuzz.seed} to begin as another began. */
class LockFuzzTest {

    private static final int MOST_ROUNDS = 6;

    private final long seed =
            Long.getLong("seckill.fuzz.seed", ThreadLocalRandom.current().nextLong());
    private final Duration time = Long.getLong("seckill.fuzz.seconds") == null
            ? Duration.ofMillis(1500)
            : Duration.ofSeconds(Long.getLong("seckill.fuzz.seconds"));

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(classes = {RedisNodes.class, RedissonNodes.class})
    void without_pauses_no_two_holders_ever_meet(Class<? extends LockNodes> nodes) throws Exception {
        FuzzReport report = LockFuzz.run(FuzzPlan.steady(nodes, TestRedis.shared(), 50, seed));
        System.out.println(nodes.getSimpleName() + " steady: " + report);

        assertThat(report.isPerfect()).as("%s", report).isTrue();
        assertThat(report.writes()).isEqualTo(2 * 4 * 50);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(classes = {RedisNodes.class, RedissonNodes.class})
    void under_pauses_and_kills_the_token_guards_and_every_loss_is_reported(Class<? extends LockNodes> nodes)
            throws Exception {
        FuzzReport report = rough(nodes, seed);
        // Until a lease was lost nothing was put to the test, and who is paused for how long is up to the machine too.
        for (int more = 1; report.lost() == 0 && more < MOST_ROUNDS; more++) {
            report = rough(nodes, seed + more);
        }

        assertThat(report.lost()).as("%s", report).isPositive();
        assertThat(report.guardedWrites()).as("%s", report).isPositive();
        assertThat(report.kills()).as("%s", report).isPositive();
    }

    private FuzzReport rough(Class<? extends LockNodes> nodes, long itsSeed) throws Exception {
        FuzzReport report = LockFuzz.run(FuzzPlan.rough(nodes, TestRedis.shared(), time, itsSeed));
        System.out.println(nodes.getSimpleName() + " rough: " + report);
        assertThat(report.guardedExact()).as("%s", report).isTrue();
        assertThat(report.unexplained()).as("%s", report).isEmpty();
        return report;
    }
}
