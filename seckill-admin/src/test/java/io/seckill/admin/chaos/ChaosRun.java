package io.seckill.admin.chaos;

import java.util.Arrays;
import java.util.List;

/** The runs by hand and in CI: {@code scripts/chaos.sh}. */
final class ChaosRun {

    private ChaosRun() {}

    /**
     * @param args {@code --selection} for some rounds and all known mistakes, {@code --controls [NAME,…]} for known mistakes, or perhaps {@code
     *     --rounds R} and then what {@link ChaosOptions#of} reads. Exit code 0 if every promise was kept, 1 if not
     */
    public static void main(String[] args) {
        List<String> words = Arrays.asList(args);
        boolean kept = switch (words.isEmpty() ? "" : words.get(0)) {
            case "--selection" -> selection();
            case "--controls" -> Controls.play(ChaosOptions.defects(words.subList(1, words.size())));
            case "--rounds" ->
                new Rounds(ChaosOptions.of(true, words.subList(2, words.size()))).play(Integer.parseInt(words.get(1)));
            default -> run(ChaosOptions.of(false, words)).isEmpty();
        };
        System.exit(kept ? 0 : 1);
    }

    /** Rounds of known seeds that have every fault, and every known mistake. */
    private static boolean selection() {
        boolean kept = new Rounds(ChaosOptions.round(ChaosOptions.SELECTION_SEED)).play(ChaosOptions.SELECTION_ROUNDS);
        return Controls.play() && kept;
    }

    /** One run on a fleet of its own: holds it, reports, and returns what was broken. */
    static List<String> run(ChaosOptions options) {
        System.out.println("chaos: " + options);
        try (Fleet fleet = Fleet.start(options)) {
            Verdict verdict = Round.play(options, fleet);
            report(verdict, fleet);
            return verdict.violations();
        }
    }

    private static void report(Verdict verdict, Fleet fleet) {
        verdict.counts().forEach((what, count) -> System.out.printf("  %-50s %8d%n", what, count));
        System.out.printf("  %-50s %8d%n", "orders that a power loss may have taken", verdict.mayBeLost());
        verdict.violations().forEach(violation -> System.out.println("VIOLATION " + violation));
        System.out.println(
                verdict.clean()
                        ? "CONSISTENT: every promise was kept (seed " + verdict.seed() + ")"
                        : verdict.violations().size() + " VIOLATIONS (seed " + verdict.seed() + "); logs in "
                                + fleet.directory());
    }
}
