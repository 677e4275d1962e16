package io.seckill.service.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A script's header is its contract: it must say what the script does, and say it truly. */
class LuaHeadersTest {

    static Stream<Path> scripts() throws IOException {
        return Files.walk(Path.of("src/main/resources/lua"))
                .filter(path -> path.toString().endsWith(".lua"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void the_header_tells_purpose_keys_returns_and_how_to_try_it(Path script) {
        assertThat(header(script))
                .startsWith("-- ")
                .contains("-- KEYS[1]")
                .contains("-- Returns ")
                .contains("-- Try it: redis-cli --eval " + script.getFileName());
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void the_keys_of_the_header_are_the_keys_of_the_script_and_of_its_example(Path script) {
        int described = highest("-- KEYS\\[(\\d+)]", header(script));
        int used = highest("KEYS\\[(\\d+)]", body(script));
        int tried = Math.toIntExact(Arrays.stream(header(script)
                        .substring(header(script).indexOf("-- Try it:"))
                        .replaceAll("\\\\\\n--", " ")
                        .split(" , | ,")[0]
                        .split("\\s+"))
                .filter(word -> word.startsWith("'seckill:"))
                .count());

        assertThat(described).as("described keys").isEqualTo(used);
        assertThat(tried).as("keys of the example").isEqualTo(used);
    }

    private static int highest(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        int highest = 0;
        while (matcher.find()) {
            highest = Math.max(highest, Integer.parseInt(matcher.group(1)));
        }
        return highest;
    }

    private static String header(Path script) {
        return String.join(
                "\n", lines(script).takeWhile(line -> line.startsWith("--")).toList());
    }

    private static String body(Path script) {
        return String.join(
                "\n", lines(script).dropWhile(line -> line.startsWith("--")).toList());
    }

    private static Stream<String> lines(Path script) {
        try {
            return Files.readAllLines(script).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
