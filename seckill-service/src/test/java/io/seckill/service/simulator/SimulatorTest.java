package io.seckill.service.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * The product's own classes and scripts on stores in memory, one step at a time, in an order and with faults that come
 * from a seed. {@code -Dseckill.simulator.seed=N} tells the story of one seed, with {@code -Dseckill.simulator.mistake=M}
 * that of a {@link Mistake}; {@code -Plong -Dseckill.simulator.from=N -Dseckill.simulator.seconds=S} runs what fits.
 */
class SimulatorTest {

    private static final Logger PRODUCT = (Logger) LoggerFactory.getLogger("io.seckill");
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("simulator");
    private static final int SEEDS = 1_000;
    private static final int SEEDS_TO_FIND_A_MISTAKE = 300;
    private static Level level;

    /** In a run of faults the product complains all the time. */
    @BeforeAll
    static void quiet() {
        level = PRODUCT.getLevel();
        PRODUCT.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        PRODUCT.setLevel(level);
    }

    @Test
    void no_seed_breaks_a_promise() {
        judge(Seeds.run(Mistake.NONE, 1, seed -> seed <= SEEDS));
    }

    @Test
    @Tag("long")
    void as_many_seeds_as_fit_break_no_promise() {
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("seckill.simulator.seconds", 25))
                        .toNanos();
        long from = Long.getLong("seckill.simulator.from", 1_000_000);
        judge(Seeds.run(Mistake.NONE, from, seed -> System.nanoTime() < end));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_known_mistake_is_found(Mistake mistake) {
        Seeds.Outcome outcome = Seeds.run(mistake, 1, seed -> seed <= SEEDS_TO_FIND_A_MISTAKE);

        LOG.info("{}: {}", mistake, outcome.failed());
        assertThat(outcome.failed()).as("a seed that finds " + mistake).isPositive();
    }

    @Test
    void a_seed_tells_the_same_story_every_time() {
        for (long seed = 1; seed <= 5; seed++) {
            String story = Seeds.story(Mistake.NONE, seed);

            assertThat(story).endsWith("all is well");
            assertThat(Seeds.story(Mistake.NONE, seed)).isEqualTo(story);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "seckill.simulator.seed", matches = "\\d+")
    void the_story_of_one_seed() {
        Mistake mistake = Mistake.valueOf(System.getProperty("seckill.simulator.mistake", "NONE"));
        String story = Seeds.story(mistake, Long.getLong("seckill.simulator.seed"));

        System.out.println(story);
        assertThat(story).endsWith("all is well");
    }

    private static void judge(Seeds.Outcome outcome) {
        LOG.info("{}", outcome.pace());
        if (outcome.failed() >= 0) {
            fail(Seeds.story(Mistake.NONE, outcome.failed()));
        }
    }
}
