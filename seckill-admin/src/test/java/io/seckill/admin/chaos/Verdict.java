package io.seckill.admin.chaos;

import java.util.List;
import java.util.Map;

/**
 * What came of a round.
 *
 * @param seed its seed
 * @param faults what happened, in this order
 * @param seconds how long it took, from the opening of its sales to the verdict
 * @param counts requests, operators' deeds and looks by outcome
 * @param mayBeLost orders that a loss of power, or a master's death, may have taken
 * @param violations what was broken; empty if nothing was
 */
record Verdict(
        long seed,
        List<Fault> faults,
        double seconds,
        Map<String, Long> counts,
        int mayBeLost,
        List<String> violations) {

    /** One that could not be held to its end, which is a violation too. */
    static Verdict brokenOff(ChaosOptions options, Throwable why) {
        return new Verdict(options.seed(), options.hand(), 0, Map.of(), 0, List.of("the round broke off: " + why));
    }

    boolean clean() {
        return violations.isEmpty();
    }

    /** Answers to buyers. */
    long requests() {
        return counts.entrySet().stream()
                .filter(count -> History.isRequest(count.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
