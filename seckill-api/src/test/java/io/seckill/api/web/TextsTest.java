package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.ErrorCode;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextsTest {

    private final Texts texts = new Texts();

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void every_code_has_a_text_in_both_languages(ErrorCode code) {
        assertThat(texts.of("error." + code, Locale.SIMPLIFIED_CHINESE)).matches(".*\\p{IsHan}.*");
        assertThat(texts.of("error." + code, Locale.ENGLISH)).doesNotContainPattern("\\p{IsHan}");
    }

    @Test
    void both_languages_know_the_same_texts() throws IOException {
        assertThat(bundle("api-messages_en.properties").stringPropertyNames())
                .isEqualTo(bundle("api-messages.properties").stringPropertyNames());
    }

    @Test
    void any_other_language_is_answered_in_chinese_whatever_the_machine_speaks() {
        Locale machine = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ENGLISH);
            assertThat(new Texts().of("error.SOLD_OUT", Locale.SIMPLIFIED_CHINESE))
                    .isEqualTo("已售罄");
        } finally {
            Locale.setDefault(machine);
        }
    }

    @Test
    void apostrophes_and_arguments_come_out_as_they_should() {
        assertThat(texts.of("error.CONFIRMING", Locale.ENGLISH)).contains("order's");
        assertThat(texts.of("invalid.out_of_range", Locale.ENGLISH, "1", "9999"))
                .isEqualTo("an integer from 1 to 9999 is wanted");
    }

    private static Properties bundle(String name) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(TextsTest.class.getResourceAsStream("/" + name)), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return properties;
    }
}
