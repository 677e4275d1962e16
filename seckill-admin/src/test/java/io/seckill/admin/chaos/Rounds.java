package io.seckill.admin.chaos;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Many rounds, each with the next seed, on one fleet after another. */
final class Rounds {

    /** After so many a fleet has done its duty. */
    private static final int ROUNDS_A_FLEET = 25;

    private final ChaosOptions options;
    private final Totals totals;
    private @Nullable Fleet fleet;
    private int onThisFleet;

    /**
     * @param options of the first round
     */
    Rounds(ChaosOptions options) {
        this.options = options;
        this.totals = new Totals(options);
    }

    /** {@return whether every promise was kept in all of them} */
    boolean play(int rounds) {
        System.out.println("chaos: " + rounds + " rounds from seed " + options.seed() + ", " + options);
        try {
            for (int round = 0; round < rounds; round++) {
                Verdict verdict = play(options.withSeed(options.seed() + round));
                totals.add(verdict);
                print(round + 1, verdict);
            }
        } finally {
            leave();
        }
        totals.print();
        totals.write();
        return totals.clean();
    }

    private Verdict play(ChaosOptions round) {
        Fleet on = fleet;
        if (on == null) {
            on = Fleet.start(round);
            totals.started(on);
            fleet = on;
            onThisFleet = 0;
        }
        Verdict verdict = Round.play(round, on);
        // What is wrong with a fleet is no fault of the next round; and its logs are wanted.
        if (!verdict.clean()) {
            System.out.println("  logs in " + on.directory());
        }
        if (!verdict.clean() || ++onThisFleet == ROUNDS_A_FLEET) {
            leave();
        }
        return verdict;
    }

    private void leave() {
        if (fleet != null) {
            fleet.close();
            fleet = null;
        }
    }

    private static void print(int round, Verdict verdict) {
        System.out.printf(
                "round %3d  seed %d  %4.1f s  %5d answers  %3d may be lost  %s  %s%n",
                round,
                verdict.seed(),
                verdict.seconds(),
                verdict.requests(),
                verdict.mayBeLost(),
                verdict.clean() ? "CONSISTENT" : verdict.violations().size() + " VIOLATIONS",
                verdict.faults().stream().map(Fault::name).collect(Collectors.joining(" ")));
        verdict.violations().forEach(violation -> System.out.println("  VIOLATION " + violation));
    }
}
