package io.seckill.service.pulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OrderTallyTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OrderTally tally = tally(true);

    @Test
    void answers_are_counted_by_sale_and_on_the_meters() {
        tally.answered(7, Answer.ACCEPTED, 3_000_000);
        tally.answered(7, Answer.SOLD_OUT, 1_000);
        tally.answered(8, Answer.SOLD_OUT, 1_000);
        tally.turnedAway(8);

        Map<Long, Pulse.SaleCount> counts = tally.counts();
        assertThat(counts).containsOnlyKeys(7L, 8L);
        assertThat(counts.get(7L).answers()).isEqualTo(Map.of(Answer.ACCEPTED, 1L, Answer.SOLD_OUT, 1L));
        assertThat(counts.get(7L).latencies().calls()).isEqualTo(2);
        assertThat(counts.get(8L).answers()).isEqualTo(Map.of(Answer.SOLD_OUT, 1L, Answer.RATE_LIMITED, 1L));
        assertThat(counts.get(8L).latencies().calls()).isEqualTo(1);
        assertThat(meters.get("seckill.order.calls")
                        .tag("answer", "SOLD_OUT")
                        .timer()
                        .count())
                .isEqualTo(2);
        assertThat(meters.get("seckill.order.calls")
                        .tag("answer", "ACCEPTED")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(3);
    }

    @Test
    void invented_activities_take_no_memory() {
        for (long id = 1; id <= 1_000; id++) {
            tally.answered(id, Answer.UNKNOWN_ACTIVITY, 1);
            tally.answered(id, Answer.BUSY, 1);
            tally.turnedAway(id);
        }

        assertThat(tally.counts()).isEmpty();
    }

    @Test
    void there_are_never_more_than_two_hundred_sales() {
        for (long id = 1; id <= 1_000; id++) {
            tally.answered(id, Answer.ENDED, 1);
        }

        assertThat(tally.counts()).hasSize(200);
    }

    @Test
    void a_sale_that_nobody_asks_for_is_forgotten_after_ten_minutes_and_one_that_is_asked_for_is_not() {
        tally.answered(7, Answer.ACCEPTED, 1);
        tally.answered(8, Answer.ACCEPTED, 1);

        for (int beat = 0; beat <= 601; beat++) {
            tally.answered(8, Answer.DUPLICATE, 1);
            tally.counts();
        }

        assertThat(tally.counts()).containsOnlyKeys(8L);
    }

    @Test
    void switched_off_it_counts_for_the_meters_alone() {
        OrderTally off = tally(false);
        off.answered(7, Answer.ACCEPTED, 1);

        assertThat(off.counts()).isEmpty();
        assertThat(meters.get("seckill.order.calls")
                        .tag("answer", "ACCEPTED")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    private OrderTally tally(boolean enabled) {
        return new OrderTally(meters, new PulseProperties(enabled, Duration.ofSeconds(1)));
    }
}
