package io.seckill.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalIdTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 10, 1001, Long.MAX_VALUE})
    void the_canonical_spelling_is_read(long id) {
        assertThat(CanonicalId.parse(Long.toString(id))).hasValue(id);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "0",
                "-1",
                "+7",
                "007",
                " 7 ",
                "7 ",
                "\n7",
                "1 2",
                "0x10",
                "#A",
                "1e3",
                "1.0",
                "１",
                "١",
                "abc",
                "7,8",
                "9223372036854775808",
                "9999999999999999999",
                "18446744073709551617",
                "12345678901234567890"
            })
    void any_other_spelling_is_no_id(String text) {
        assertThat(CanonicalId.parse(text)).isEmpty();
    }

    @Test
    void the_queue_of_an_activity_leads_back_to_it() {
        assertThat(RedisKeys.activityOfQueue(RedisKeys.queue(1001))).isEqualTo(1001);
    }
}
