package io.seckill.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A setting that the manual names is one that this version of Spring Boot, or of ours, reads under that name. */
class ManualSettingsTest {

    private static final Path MANUAL = Path.of("..", "docs", "operations.md");
    private static final Pattern OF_SPRING =
            Pattern.compile("`((?:spring|server|management|logging)\\.[a-z0-9.-]+)(?:[=:][^`]*)?`");
    private static final Pattern OF_OURS = Pattern.compile("(?m)^\\| `(seckill\\.[a-z0-9.-]+)`");

    private static Map<String, JsonNode> known;
    private static String manual;

    @BeforeAll
    static void read() throws IOException {
        manual = Files.readString(MANUAL);
        known = new TreeMap<>();
        for (URL metadata : Collections.list(ManualSettingsTest.class
                .getClassLoader()
                .getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream in = metadata.openStream()) {
                for (JsonNode property : new JsonMapper().readTree(in).get("properties")) {
                    known.put(property.get("name").asString(), property);
                }
            }
        }
    }

    @Test
    void spring_boots_settings_are_read_under_the_names_that_the_manual_gives_them() {
        assertKnown(OF_SPRING, 15);
    }

    @Test
    void and_so_are_ours() {
        assertKnown(OF_OURS, 40);
    }

    @Test
    void the_worked_examples_are_settings_too() {
        for (String name : new String[] {
            "spring.data.redis.lettuce.pool.max-active",
            "spring.data.redis.lettuce.pool.max-idle",
            "spring.data.redis.lettuce.pool.min-idle",
            "spring.data.redis.lettuce.pool.max-wait",
            "spring.data.redis.lettuce.pool.time-between-eviction-runs",
            "spring.datasource.hikari.maximum-pool-size",
            "spring.datasource.hikari.minimum-idle",
            "spring.datasource.hikari.connection-timeout"
        }) {
            assertThat(known.containsKey(name)).as(name).isTrue();
            String[] parts = name.split("\\.(?=[^.]+$)");
            assertThat(manual)
                    .containsPattern("(?m)^" + Pattern.quote(parts[0]) + ":\\n(?:  .*\\n)*  " + parts[1] + ": ");
        }
        assertThat(known.get("spring.data.redis.lettuce.pool.max-active")
                        .get("defaultValue")
                        .asInt())
                .isEqualTo(8);
    }

    private static void assertKnown(Pattern pattern, int atLeast) {
        Set<String> named = new TreeSet<>();
        Matcher matcher = pattern.matcher(manual);
        while (matcher.find()) {
            named.add(matcher.group(1));
        }
        assertThat(named).hasSizeGreaterThan(atLeast).allSatisfy(name -> {
            // The pool as a whole, and the old name that is warned of.
            if (!name.endsWith(".lettuce.pool")) {
                assertThat(known.containsKey(name)).as(name).isTrue();
                assertThat(known.get(name).has("deprecation")).as(name).isFalse();
            }
        });
    }
}
