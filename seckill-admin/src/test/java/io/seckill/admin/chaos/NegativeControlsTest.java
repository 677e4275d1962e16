package io.seckill.admin.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The referee is put to the test: every known mistake, put back into the product, turns it red. Sixteen runs of some
 * forty seconds and more each:
 * {@code ./mvnw -Pcontrols verify}.
 */
@Tag("controls")
class NegativeControlsTest {

    private static final long SEED = 20_261_111L;
    private static final Duration BUYING = Duration.ofSeconds(18);

    @ParameterizedTest
    @EnumSource
    void a_known_mistake_is_found(Defect defect) {
        List<String> violations = ChaosRun.run(ChaosOptions.control(SEED, BUYING, defect, defect));

        assertThat(violations).anyMatch(violation -> violation.contains(defect.symptom()));
        System.out.println("CAUGHT " + defect + ": "
                + violations.stream()
                        .filter(violation -> violation.contains(defect.symptom()))
                        .findFirst()
                        .orElseThrow());
    }

    /** Otherwise it might be the run that is red, and not the mistake. */
    @ParameterizedTest
    @EnumSource(names = {"SEPARATE_CALLS", "MESSAGES_UNCOUNTED", "LIMIT_IN_TWO_CALLS", "UNITS_BACK_ON_UNKNOWN"})
    void without_the_mistake_the_same_run_is_clean(Defect like) {
        assertThat(ChaosRun.run(ChaosOptions.control(SEED, BUYING, null, like))).isEmpty();
    }
}
