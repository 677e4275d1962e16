package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A round of which it is known beforehand what the referee must say.
 *
 * @param defect the mistake that must be found; {@code null} if nothing may be
 * @param like whose faults and settings it has
 */
record Control(@Nullable Defect defect, Defect like) {

    private static final long SEED = 20_261_111L;
    private static final Duration BUYING = Duration.ofSeconds(8);

    /** How many rounds a mistake may take to be found, of which most show in the first. */
    static final int MOST_ROUNDS = 3;

    /** What came of it, in a line. */
    record Outcome(boolean right, String line) {}

    /** The product as it is, in the same rounds: otherwise it might be the round that is red, and not the mistake. */
    static final List<Control> CLEAN = List.of(
            new Control(null, Defect.KEYS_EXPIRE),
            new Control(null, Defect.SEPARATE_CALLS),
            new Control(null, Defect.UNITS_BACK_ON_UNKNOWN),
            new Control(null, Defect.MESSAGES_UNCOUNTED),
            new Control(null, Defect.LIMIT_IN_TWO_CALLS));

    /**
     * @param again how many rounds it was held before
     * @return what the round is to be
     */
    ChaosOptions options(int again) {
        return ChaosOptions.control(SEED + again, BUYING, defect, like);
    }

    /** Whether something must be found. */
    boolean isMistake() {
        return defect != null;
    }

    /** Which processes differ from the others'. */
    Set<Role> roles() {
        return defect == null && like.settings().isEmpty() ? EnumSet.noneOf(Role.class) : like.roles();
    }

    /** Its name among the processes and in the list. */
    String name() {
        return defect == null ? "as-it-is-" + like : like.name();
    }

    Outcome judge(Verdict verdict) {
        String took = "  (%.1f s)".formatted(verdict.seconds());
        if (defect == null) {
            return verdict.clean()
                    ? new Outcome(true, "CLEAN  " + like + " not put in, the same round" + took)
                    : new Outcome(false, "RED WITHOUT THE MISTAKE  " + like + ": " + verdict.violations());
        }
        return verdict.violations().stream()
                .filter(defect::isShownBy)
                .findFirst()
                .map(violation -> new Outcome(true, "CAUGHT " + defect + ": " + cut(violation) + took))
                .orElseGet(() -> new Outcome(false, "NOT FOUND  " + defect + ": " + verdict.violations()));
    }

    private static String cut(String text) {
        return text.length() <= 110 ? text : text.substring(0, 110) + "…";
    }
}
