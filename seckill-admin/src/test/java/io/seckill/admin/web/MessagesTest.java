package io.seckill.admin.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every text is there in both languages. */
class MessagesTest {

    private static final Pattern SOURCE_REASON = Pattern.compile(
            "(?:invalid\\(\\s*[^;]*?|require\\([^;]*|Refusal\\.state\\([^;]*)\"([a-z]+(?:-[a-z]+)*)\"\\s*\\)");

    @Test
    void both_languages_have_the_same_texts_and_none_is_empty() throws IOException {
        Properties chinese = bundle("/admin-messages.properties");
        Properties english = bundle("/admin-messages_en.properties");

        assertThat(english.keySet()).isEqualTo(chinese.keySet());
        assertThat(chinese.values())
                .allSatisfy(text -> assertThat((String) text).isNotBlank());
        assertThat(english.values())
                .allSatisfy(text -> assertThat((String) text).isNotBlank().doesNotContain("'"));
    }

    @Test
    void no_text_is_there_twice() throws IOException {
        for (String bundle : List.of("admin-messages.properties", "admin-messages_en.properties")) {
            List<String> keys = Files.readAllLines(Path.of("src/main/resources", bundle)).stream()
                    .filter(line -> line.contains("="))
                    .map(line -> line.substring(0, line.indexOf('=')))
                    .toList();
            assertThat(keys).doesNotHaveDuplicates();
        }
    }

    @Test
    void every_reason_that_the_code_gives_has_a_text() throws IOException {
        Properties texts = bundle("/admin-messages.properties");
        TreeSet<String> reasons = new TreeSet<>();
        for (Path source : Stream.of("src/main/java", "../seckill-service/src/main/java/io/seckill/service")
                .map(Path::of)
                .flatMap(MessagesTest::sources)
                .toList()) {
            Matcher reason = SOURCE_REASON.matcher(Files.readString(source));
            while (reason.find()) {
                reasons.add(reason.group(1));
            }
        }

        assertThat(reasons).contains("required", "stock-range", "past", "closed", "warming", "reserve-short", "id");
        assertThat(reasons)
                .allSatisfy(reason -> assertThat(
                                texts.containsKey("invalid." + reason) || texts.containsKey("state." + reason))
                        .as(reason)
                        .isTrue());
    }

    private static Stream<Path> sources(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties bundle(String name) throws IOException {
        Properties texts = new Properties();
        try (InputStream in = MessagesTest.class.getResourceAsStream(name)) {
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        }
        return texts;
    }
}
