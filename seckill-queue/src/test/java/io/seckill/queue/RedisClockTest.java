package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RedisClockTest {

    private final AtomicLong nanos = new AtomicLong(-7_000_000L);
    private final RedisClock clock = new RedisClock(nanos::get);

    @Test
    void nothing_is_known_before_the_first_reply() {
        assertThat(clock.after(1000)).isZero();
    }

    @Test
    void it_goes_on_by_the_monotonic_timer_between_replies() {
        clock.observe(1_700_000_000_000L);
        nanos.addAndGet(250_000_000L);

        assertThat(clock.after(1000)).isEqualTo(1_700_000_001_250L);
    }

    @Test
    void a_reply_that_tells_another_time_is_believed() {
        clock.observe(1_700_000_000_000L);
        clock.observe(1_700_007_200_000L);

        assertThat(clock.after(0)).isEqualTo(1_700_007_200_000L);
    }
}
