package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    /** Always the largest number there may be. */
    private static final RandomGenerator HIGHEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return -1;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    };

    @ParameterizedTest
    @CsvSource({"1,1000", "2,2000", "3,4000", "6,32000", "7,60000", "40,60000", "1000,60000"})
    void the_wait_doubles_up_to_the_longest(int failures, long millis) {
        RetryPolicy policy = new RetryPolicy(Duration.ofSeconds(1), Duration.ofMinutes(1), HIGHEST);

        assertThat(policy.delayMillis(failures)).isEqualTo(millis);
    }

    @Test
    void jitter_takes_up_to_half_of_it() {
        long seed = new Random().nextLong();
        RetryPolicy policy = new RetryPolicy(Duration.ofSeconds(1), Duration.ofMinutes(1), new Random(seed));

        assertThat(IntStream.range(0, 1000).mapToLong(i -> policy.delayMillis(2)))
                .as("seed %d", seed)
                .allMatch(delay -> delay >= 1000 && delay <= 2000)
                .anyMatch(delay -> delay < 1250)
                .anyMatch(delay -> delay > 1750);
    }

    @Test
    void a_longest_wait_below_the_first_is_ignored() {
        RetryPolicy policy = new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(1), HIGHEST);

        assertThat(policy.delayMillis(9)).isEqualTo(10);
    }
}
