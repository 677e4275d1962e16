package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.seckill.api.support.Crowd;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistinctUsersTest {

    private static final long OFFICE = 1;
    private static final long HOME = 2;

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
    private final DistinctUsers users = users("distinct-users.capacity", "10", "distinct-users.per-minute", "2");

    @Test
    void so_many_users_of_one_address_and_not_one_more() {
        assertThat(admitted(OFFICE, 1, 10_000)).isEqualTo(10);
        assertThat(users.take(OFFICE, 10_001)).isEqualTo(Duration.ofMinutes(1));
        assertThat(admitted(HOME, 1, 10)).isEqualTo(10);
    }

    @Test
    void who_has_been_seen_is_not_counted_again() {
        assertThat(admitted(OFFICE, 1, 10)).isEqualTo(10);
        for (int i = 0; i < 100; i++) {
            assertThat(admitted(OFFICE, 1, 10)).isEqualTo(10);
        }
    }

    @Test
    void a_few_more_may_come_every_minute() {
        admitted(OFFICE, 1, 10);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(admitted(OFFICE, 11, 100)).isEqualTo(2);
    }

    @Test
    void who_was_not_seen_for_long_is_new_again() {
        DistinctUsers forgetful = users(
                "distinct-users.capacity",
                "1",
                "distinct-users.per-minute",
                "1",
                "distinct-users.remembered-for",
                "30s");
        assertThat(forgetful.take(OFFICE, 1)).isZero();
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(forgetful.take(OFFICE, 1)).isPositive();
    }

    @Test
    void the_same_newcomer_many_times_at_once_is_one() {
        DistinctUsers two = users("distinct-users.capacity", "2", "distinct-users.per-minute", "1");
        assertThat(Crowd.act(20, i -> two.take(OFFICE, 7))).allMatch(Duration::isZero);
        assertThat(two.take(OFFICE, 8)).isZero();
        assertThat(two.take(OFFICE, 9)).isPositive();
    }

    @Test
    void a_million_made_up_users_do_not_fill_the_memory() {
        DistinctUsers small = users("max-users", "1000", "max-addresses", "1000");
        for (long user = 1; user <= 1_000_000; user++) {
            small.take(user / 50, user);
        }
        assertThat(small.size()).isLessThanOrEqualTo(1000);
    }

    private DistinctUsers users(String... settings) {
        return new DistinctUsers(LimitSettings.of(settings), time);
    }

    private long admitted(long address, long first, int count) {
        return LongStream.range(first, first + count)
                .filter(user -> users.take(address, user).isZero())
                .count();
    }
}
