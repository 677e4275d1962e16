package io.seckill.service.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatenciesTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 0", "1000, 1", "7999, 7", "8000, 8", "15000, 15", "16000, 16", "17999, 16", "18000, 17"})
    void short_calls_have_a_microsecond_each_and_longer_ones_wider_buckets(long nanos, int bucket) {
        assertThat(Latencies.bucket(nanos)).isEqualTo(bucket);
    }

    @Test
    void a_bucket_s_longest_call_is_at_most_an_eighth_longer_than_any_in_it() {
        for (long nanos = 1_000; nanos < TimeUnit.SECONDS.toNanos(33); nanos += 1 + nanos / 20) {
            double longest = Latencies.longestMillis(Latencies.bucket(nanos)) * 1_000_000;

            assertThat(longest + 999).isGreaterThanOrEqualTo(nanos);
            assertThat(longest).isLessThanOrEqualTo(nanos * 1.125 + 1_000);
        }
        assertThat(Latencies.bucket(Long.MAX_VALUE)).isEqualTo(Latencies.BUCKETS - 1);
        assertThat(Latencies.bucket(-5)).isZero();
    }

    @Test
    void a_quantile_of_many_nodes_is_that_of_all_calls_together() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long[] calls = random.longs(10_000, 50_000, 80_000_000).toArray();
        Latencies all = Latencies.NONE;
        for (int node = 0; node < 4; node++) {
            long[] counts = new long[Latencies.BUCKETS];
            for (int i = node; i < calls.length; i += 4) {
                counts[Latencies.bucket(calls[i])]++;
            }
            all = all.plus(Latencies.ofSparse(new Latencies(counts).sparse()));
        }
        Arrays.sort(calls);

        assertThat(all.calls()).isEqualTo(calls.length);
        for (double part : new double[] {0.5, 0.99, 0.999, 1}) {
            double exact = calls[(int) Math.ceil(part * calls.length) - 1] / 1e6;
            assertThat(all.quantileMillis(part).orElseThrow())
                    .as("seed %d, part %s", seed, part)
                    .isBetween(exact - 0.001, exact * 1.125 + 0.001);
        }
    }

    @Test
    void what_came_since_is_the_difference_or_everything_if_the_source_began_anew() {
        Latencies earlier = new Latencies(new long[] {5, 1});
        Latencies later = new Latencies(new long[] {5, 2, 7});

        assertThat(later.since(earlier)).isEqualTo(new Latencies(new long[] {0, 1, 7}));
        assertThat(new Latencies(new long[] {1}).since(later)).isEqualTo(new Latencies(new long[] {1}));
        assertThat(Latencies.NONE.quantileMillis(0.99)).isEmpty();
    }

    @Test
    void buckets_that_another_version_may_send_are_left_out() {
        assertThat(Latencies.ofSparse(new long[] {1, 3, -1, 4, 100_000, 5, 2}))
                .isEqualTo(new Latencies(new long[] {0, 3}));
    }
}
