package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalBucketsTest {

    private final AtomicLong now = new AtomicLong();
    private final TimeMeter time = new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return now.get();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    };

    @Test
    void the_capacity_may_be_used_at_once_and_comes_back_every_second() {
        LocalBuckets buckets = buckets(5, 5);
        assertThat(taken(buckets, 42, 8)).isEqualTo(5);
        assertThat(buckets.take(42)).isEqualTo(Duration.ofSeconds(1));
        pass(Duration.ofMillis(999));
        assertThat(buckets.take(42)).isEqualTo(Duration.ofMillis(1));
        pass(Duration.ofMillis(1));
        assertThat(taken(buckets, 42, 8)).isEqualTo(5);
    }

    @Test
    void one_user_does_not_use_up_what_another_may() {
        LocalBuckets buckets = buckets(5, 5);
        assertThat(taken(buckets, 42, 100)).isEqualTo(5);
        assertThat(taken(buckets, 43, 100)).isEqualTo(5);
    }

    @Test
    void a_bucket_that_fills_slowly_is_not_forgotten_before_it_is_full() {
        LocalBuckets buckets = buckets(100, 1);
        assertThat(taken(buckets, 42, 200)).isEqualTo(100);
        pass(Duration.ofSeconds(30));
        assertThat(taken(buckets, 42, 200)).isEqualTo(30);
    }

    @Test
    void saved_up_calls_never_exceed_the_capacity() {
        LocalBuckets buckets = buckets(5, 2);
        assertThat(taken(buckets, 42, 3)).isEqualTo(3);
        pass(Duration.ofHours(1));
        assertThat(taken(buckets, 42, 100)).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "5, 5", "40, 20", "5, 2", "7, 100"})
    void a_bucket_answers_as_one_of_bucket4j_does(int capacity, int perSecond) {
        LocalBuckets buckets = buckets(capacity, perSecond);
        Bucket theirs = Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillIntervally(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
        Random random = new Random(42);
        buckets.take(1);
        theirs.tryConsume(1);
        for (int i = 0; i < 5_000; i++) {
            pass(Duration.ofMillis(random.nextInt(2_000 / perSecond + 1)));
            assertThat(buckets.take(1).toNanos())
                    .as("call %d", i)
                    .isEqualTo(theirs.tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill());
        }
    }

    @Test
    void of_many_clicks_at_the_same_instant_no_more_than_the_capacity_pass() throws Exception {
        LocalBuckets buckets = buckets(5, 5);
        int clicks = 50;
        CyclicBarrier barrier = new CyclicBarrier(clicks);
        AtomicInteger passed = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(clicks);
        for (int i = 0; i < clicks; i++) {
            threads.submit(() -> {
                barrier.await();
                if (buckets.take(42).isZero()) {
                    passed.incrementAndGet();
                }
                return null;
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(passed).hasValue(5);
    }

    @Test
    void a_million_made_up_users_do_not_fill_the_memory() {
        LocalBuckets buckets = buckets(5, 5);
        for (long user = 1; user <= 1_000_000; user++) {
            buckets.take(user);
        }
        assertThat(buckets.size()).isLessThanOrEqualTo(1000);
    }

    private LocalBuckets buckets(int capacity, int perSecond) {
        return new LocalBuckets(Rate.perSecond(capacity, perSecond), Duration.ofSeconds(5), 1000, time);
    }

    private void pass(Duration duration) {
        now.addAndGet(duration.toNanos());
    }

    private static int taken(LocalBuckets buckets, long user, int calls) {
        int taken = 0;
        for (int i = 0; i < calls; i++) {
            taken += buckets.take(user).isZero() ? 1 : 0;
        }
        return taken;
    }
}
