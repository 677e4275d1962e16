package io.seckill.admin.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code scripts/chaos.sh --controls} runs: {@code ./mvnw -Pcontrols verify}. */
@Tag("controls")
class NegativeControlsTest {

    @Test
    void every_known_mistake_is_found_and_without_them_nothing_is() {
        assertThat(Controls.play()).isTrue();
    }
}
