package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PaceTest {

    private final Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(80));

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private List<Long> millis(int quietLooks) {
        return LongStream.range(0, quietLooks)
                .map(i -> pace.after(false, 0) / 1_000_000)
                .boxed()
                .toList();
    }

    @Test
    void looks_grow_rarer_when_all_is_quiet_and_quick_at_once_when_there_is_something() {
        assertThat(millis(6)).containsExactly(10L, 20L, 40L, 80L, 80L, 80L);
        assertThat(pace.after(true, 0)).isEqualTo(nanos(5));
        assertThat(millis(2)).containsExactly(10L, 20L);
    }

    @Test
    void the_time_a_look_takes_does_not_add_to_the_interval() {
        millis(6);

        assertThat(pace.after(false, nanos(30))).isEqualTo(nanos(50));
        assertThat(pace.after(false, nanos(400)))
                .as("a slow Redis gets a pause")
                .isEqualTo(nanos(5));
    }

    @Test
    void an_outage_does_not_slow_the_looks_after_it() {
        millis(6);

        assertThat(pace.afterFailure()).isEqualTo(nanos(500));
        assertThat(millis(2)).containsExactly(10L, 20L);
    }

    @Test
    void two_looks_that_are_answered_are_never_further_apart_than_the_longest_interval() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long looked = random.nextLong(nanos(75));
            if (random.nextInt(10) == 0) {
                pace.afterFailure();
            }
            assertThat(looked + pace.after(random.nextInt(4) == 0, looked))
                    .as("seed %d", seed)
                    .isBetween(nanos(5), nanos(80));
        }
    }
}
