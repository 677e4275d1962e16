package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireFormatTest {

    private static WireFormat.Parsed parse(String raw) {
        return WireFormat.parse(raw.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void what_was_encoded_is_read_back() {
        String raw = WireFormat.encode("order_7.a:b-c", 1_700_000_000_123L, "a|b 中");

        assertThat(raw).isEqualTo("1|order_7.a:b-c|1700000000123|a|b 中");
        assertThat(parse(raw)).isEqualTo(new WireFormat.Message("order_7.a:b-c", 1_700_000_000_123L, "a|b 中"));
    }

    @Test
    void a_body_may_be_empty() {
        assertThat(parse("1|7|5|")).isEqualTo(new WireFormat.Message("7", 5, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "abc",
                "1:2:3",
                "2|7|5|x",
                "01|7|5|x",
                "1|7|5",
                "1||5|x",
                "1|7||x",
                "1|7|-5|x",
                "1|7|5.0|x",
                "1|7|1234567890123456789|x",
                "1|7 |5|x",
                "1|７|5|x",
                " 1|7|5|x"
            })
    void anything_else_is_unreadable_and_named_by_the_hash_of_its_bytes(String raw) {
        assertThat(parse(raw)).isInstanceOfSatisfying(WireFormat.Unreadable.class, unreadable -> {
            assertThat(unreadable.id()).matches("[0-9a-f]{40}");
            assertThat(unreadable.reason()).isNotBlank();
        });
    }

    @Test
    void the_hash_is_sha_1() {
        // FIPS 180-2, appendix A.1.
        assertThat(parse("abc").id()).isEqualTo("a9993e364706816aba3e25717850c26c9cd0d89d");
    }

    @Test
    void a_body_that_is_not_utf_8_is_unreadable_under_its_own_id() {
        assertThat(WireFormat.parse(new byte[] {'1', '|', '7', '|', '5', '|', (byte) 0xc3, 0x28}))
                .isEqualTo(new WireFormat.Unreadable("7", "body is not UTF-8"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a|b", "ä", "a\n"})
    void an_id_of_another_form_is_refused(String id) {
        assertThatThrownBy(() -> WireFormat.encode(id, 5, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_id_has_64_characters_at_most() {
        assertThat(parse(WireFormat.encode("i".repeat(64), 5, "x")).id()).hasSize(64);
        assertThatThrownBy(() -> WireFormat.encode("i".repeat(65), 5, "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1_000_000_000_000_000_000L})
    void a_time_out_of_range_is_refused(long time) {
        assertThatThrownBy(() -> WireFormat.encode("7", time, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_age_is_read_from_the_beginning_alone() {
        assertThat(WireFormat.enqueuedAt("1|7|55|tru".getBytes())).hasValue(55);
        assertThat(WireFormat.enqueuedAt("1|7|55".getBytes())).isEmpty();
        assertThat(WireFormat.enqueuedAt("abc".getBytes())).isEmpty();
        assertThat(WireFormat.enqueuedAt(new byte[0])).isEmpty();
    }
}
