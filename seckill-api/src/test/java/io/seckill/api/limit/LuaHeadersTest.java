package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A script's header is its contract. */
class LuaHeadersTest {

    static Stream<Path> scripts() throws IOException {
        return Files.walk(Path.of("src/main/resources/lua"))
                .filter(path -> path.toString().endsWith(".lua"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void the_header_tells_purpose_keys_returns_and_how_to_try_it(Path script) throws IOException {
        String header = String.join(
                "\n",
                Files.readAllLines(script).stream()
                        .takeWhile(line -> line.startsWith("--"))
                        .toList());
        assertThat(header)
                .startsWith("-- ")
                .contains("-- KEYS[1]")
                .contains("-- Returns ")
                .contains("-- Try it: redis-cli --eval " + script.getFileName() + " 'seckill:");
        String text = Files.readString(script);
        assertThat(text.contains("KEYS[2]")).isEqualTo(header.contains("KEYS[2]"));
    }
}
