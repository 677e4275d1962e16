package io.seckill.service.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is known of the time of Redis by answers that took their time. */
class RedisTimelineTest {

    private static final long MILLI = 1_000_000;

    private final RedisTimeline timeline = new RedisTimeline(Clock.systemUTC());
    private final long now = System.nanoTime();

    @Test
    void a_time_that_has_surely_come_stays_so_when_redis_is_heard_better() {
        // Redis looked at its clock right before the answer came, a minute after it was asked.
        timeline.observe(60_000, now - 60_000 * MILLI, now);
        assertThat(timeline.now()).isAfter(Instant.ofEpochMilli(90_000 - 1));
        Instant surely = timeline.atLeast();

        timeline.observe(60_001, now + MILLI, now + MILLI);

        assertThat(timeline.now()).isBefore(Instant.ofEpochMilli(90_000));
        assertThat(timeline.atLeast()).isAfterOrEqualTo(surely);
        assertThat(surely).isAfterOrEqualTo(Instant.ofEpochMilli(60_000));
    }
}
