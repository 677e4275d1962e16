package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.Map;
import java.util.Random;

/** When faults come, and how much time the shop takes over what it does. */
enum Rhythm {
    /** Every few seconds, for as long as buyers come. */
    EVER_AND_AGAIN(1_000, 3_000, 8, 1, Map.of()),

    /** Each of them once, spread over the run. */
    ONCE(1_000, 3_000, 8, 1, Map.of()),

    /** A hand of them, one after another, at twice the pace: so that a round of several is over in seconds. */
    HAND(
            200,
            600,
            2,
            2,
            Map.of(
                    "seckill.queue.lease", "3s",
                    "seckill.order.pay-within", "3s",
                    "seckill.order.confirming-for", "4s")),

    /** So often that what takes luck to spoil is spoilt soon. */
    OFTEN(100, 400, 1, 3, Map.of("seckill.order.pay-within", "2s", "seckill.order.confirming-for", "4s")),

    /** Now and then, in a run of this kind, since what they spoil shows in between. */
    SELDOM(500, 1_500, 1, 2, Map.of("seckill.order.pay-within", "2s", "seckill.order.confirming-for", "4s"));

    private final int leastPauseMs;
    private final int morePauseMs;
    private final int calmSeconds;
    private final int haste;
    private final Map<String, String> settings;

    Rhythm(int leastPauseMs, int morePauseMs, int calmSeconds, int haste, Map<String, String> settings) {
        this.leastPauseMs = leastPauseMs;
        this.morePauseMs = morePauseMs;
        this.calmSeconds = calmSeconds;
        this.haste = haste;
        this.settings = settings;
    }

    /** How long nothing happens between one fault and the next. */
    Duration pause(Random random) {
        return Duration.ofMillis(leastPauseMs + random.nextInt(morePauseMs));
    }

    /** How long nothing begins to happen before the buyers leave. */
    Duration calmAtTheEnd() {
        return Duration.ofSeconds(calmSeconds);
    }

    /** By how much a fault is shorter than usual. */
    int haste() {
        return haste;
    }

    /** The times of the shop that go with it. */
    Map<String, String> settings() {
        return settings;
    }
}
