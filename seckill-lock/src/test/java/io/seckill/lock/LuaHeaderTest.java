package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A header that says something else than the script does is worse than none. */
class LuaHeaderTest {

    private static final Pattern ARGUMENT = Pattern.compile("(KEYS|ARGV)\\[\\d+]");

    static Stream<Path> scripts() throws IOException {
        return Files.list(Path.of("src/main/resources/lua/lock")).sorted();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void the_header_names_the_keys_and_arguments_that_the_script_uses(Path script) throws IOException {
        String text = Files.readString(script);
        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(text)).isTrue();
        String header = text.lines().takeWhile(line -> line.startsWith("--")).collect(Collectors.joining("\n"));
        String body = text.substring(header.length());

        assertThat(header).contains("Returns").contains("redis-cli --eval " + script.getFileName());
        assertThat(arguments(header)).isEqualTo(arguments(body)).isNotEmpty();
    }

    private static Set<String> arguments(String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = ARGUMENT.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
