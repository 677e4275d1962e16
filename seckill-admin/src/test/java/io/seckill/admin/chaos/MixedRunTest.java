package io.seckill.admin.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short mixed run: it takes as many minutes by hand as one likes, {@code scripts/chaos.sh}. */
@Tag("long")
class MixedRunTest {

    @Test
    void after_a_while_of_everything_every_unit_is_accounted_for() {
        ChaosOptions options = ChaosOptions.mixed(new Random().nextInt(1_000_000), Duration.ofSeconds(40));
        assertThat(ChaosRun.run(options)).isEmpty();
    }
}
