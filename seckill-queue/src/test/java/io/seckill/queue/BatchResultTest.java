package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BatchResultTest {

    @Test
    void all_done_names_every_message() {
        List<Delivery> batch = List.of(
                new Delivery("q", "a", 5, "x", new byte[0], 1, 0), new Delivery("q", "b", 5, "x", new byte[0], 1, 0));

        BatchResult result = BatchResult.allDone(batch);

        assertThat(result.of("a")).hasValue(HandlingResult.done());
        assertThat(result.of("b")).hasValue(HandlingResult.done());
        assertThat(result.of("c")).isEmpty();
    }

    @Test
    void a_message_has_one_result() {
        BatchResult.Builder builder = BatchResult.builder().done("a");

        assertThatThrownBy(() -> builder.retry("a", "why"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a");
    }
}
