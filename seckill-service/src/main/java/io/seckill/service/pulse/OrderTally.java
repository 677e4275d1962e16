package io.seckill.service.pulse;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Counts what requests to buy are answered on this node: by answer for the meters, by sale for the pulse. Sales that
 * nobody has asked for in ten minutes are forgotten, and there are never more than 200.
 */
@Component
public class OrderTally {

    private static final int MOST_SALES = 200;
    private static final int IDLE_BEATS = 600;

    /** Where dashboards may cut: the time within which buyers are answered, and the time-outs. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
        Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200),
        Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5)
    };

    private final Map<Answer, Timer> timers = new EnumMap<>(Answer.class);
    private final Map<Long, SaleTally> sales = new ConcurrentHashMap<>();
    private final boolean bySale;

    OrderTally(MeterRegistry meters, PulseProperties properties) {
        this.bySale = properties.enabled();
        for (Answer answer : Answer.values()) {
            timers.put(
                    answer,
                    Timer.builder("seckill.order.calls")
                            .description("Time from a request to buy, known and within its limits, to its answer")
                            .tag("answer", answer.name())
                            .serviceLevelObjectives(BUCKETS)
                            .register(meters));
        }
    }

    /**
     * A request was decided.
     *
     * @param activityId what it was for
     * @param answer what came of it
     * @param nanos how long it took
     */
    public void answered(long activityId, Answer answer, long nanos) {
        Timer timer = timers.get(answer);
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
        SaleTally sale = bySale ? sale(activityId, answer) : null;
        if (sale != null) {
            sale.answered(answer, nanos);
        }
    }

    /**
     * A request was turned away because there were too many.
     *
     * @param activityId what it was for
     */
    public void turnedAway(long activityId) {
        SaleTally sale = sales.get(activityId);
        if (sale != null) {
            sale.turnedAway(Answer.RATE_LIMITED);
        }
    }

    private @Nullable SaleTally sale(long activityId, Answer answer) {
        SaleTally known = sales.get(activityId);
        if (known != null || !answer.provesTheActivity() || sales.size() >= MOST_SALES) {
            return known;
        }
        return sales.computeIfAbsent(activityId, id -> new SaleTally());
    }

    /** What was counted since each sale was first asked for; called once a beat, by one thread. */
    Map<Long, Pulse.SaleCount> counts() {
        sales.values().removeIf(sale -> sale.idleBeats() > IDLE_BEATS);
        Map<Long, Pulse.SaleCount> counts = new LinkedHashMap<>();
        sales.forEach((id, sale) -> counts.put(id, sale.count()));
        return counts;
    }
}
