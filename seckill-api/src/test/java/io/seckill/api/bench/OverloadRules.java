package io.seckill.api.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What must hold of a shop that is asked for more than it can do. */
final class OverloadRules {

    static final Duration LONGEST_P99 = Duration.ofSeconds(2);
    static final Duration LONGEST_FIRST_P99 = Duration.ofSeconds(5);
    static final double MOST_NOT_SENT = 0.05;
    static final Duration LONGEST_RECOVERY = Duration.ofSeconds(5);

    private static final Set<String> ALLOWED = Set.of(
            "202 OK",
            "200 OK",
            "409 DUPLICATE_ORDER",
            "409 SOLD_OUT",
            "429 RATE_LIMITED",
            "503 SYSTEM_BUSY",
            // A status asked for by somebody whose order was refused.
            "404 ORDER_NOT_FOUND");

    private static final double LATEST_MS = 100;
    private static final double FLAT = 1.10;
    private static final long SLACK_KB = 24 * 1024;

    private final List<String> broken = new ArrayList<>();

    void answers(String when, Slice slice) {
        slice.outcomes().forEach((outcome, count) -> {
            if (!ALLOWED.contains(outcome)) {
                broken.add(when + ": " + count + " × " + outcome);
            }
        });
    }

    /** As much as can be asked of a node that is asked for too much for the first time. */
    void bearable(String when, Slice slice) {
        if (slice.count(Slice.ACCEPTED) == 0) {
            broken.add(when + ": nothing was accepted");
        }
        if (slice.notSent() > MOST_NOT_SENT * slice.due()) {
            broken.add(when + ": " + slice.notSent() + " calls found no connection for a second");
        }
        if (slice.acceptedMillisAt(99) > LONGEST_FIRST_P99.toMillis()) {
            broken.add(when + ": p99 of the accepted is " + slice.acceptedMillisAt(99) + " ms");
        }
    }

    void bounded(String when, Slice slice) {
        if (slice.lateMillisAt(99) > LATEST_MS) {
            broken.add(when + ": the load generator was late itself, p99 " + slice.lateMillisAt(99)
                    + " ms: this machine has too much else to do to measure anything");
        }
        if (slice.notSent() > 0) {
            broken.add(when + ": " + slice.notSent() + " calls found no connection for a second");
        }
        if (slice.count(Slice.ACCEPTED) == 0) {
            broken.add(when + ": nothing was accepted");
        }
        if (slice.acceptedMillisAt(99) > LONGEST_P99.toMillis()) {
            broken.add(when + ": p99 of the accepted is " + slice.acceptedMillisAt(99) + " ms");
        }
    }

    /** The last time's figure beside the greatest of the first third. */
    void flat(String what, List<Slice> slices) {
        int third = Math.max(1, slices.size() / 3);
        long before = slices.subList(0, third).stream()
                .mapToLong(slice -> (Long) slice.noted(what))
                .max()
                .orElse(0);
        long after = (Long) slices.get(slices.size() - 1).noted(what);
        if (after > before * FLAT + SLACK_KB) {
            broken.add(what + " grew from " + before + " to " + after);
        }
    }

    void recovered(double seconds) {
        if (seconds > LONGEST_RECOVERY.toSeconds()) {
            broken.add("as quick as before only after " + seconds + " s");
        }
    }

    void booked(long accepted, long claims, long rows) {
        if (claims != rows || accepted != claims) {
            broken.add(accepted + " accepted, " + claims + " claims, " + rows + " rows");
        }
    }

    List<String> broken() {
        return broken;
    }
}
