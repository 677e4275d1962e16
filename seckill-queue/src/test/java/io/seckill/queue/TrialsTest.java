package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.queue.contract.QueueContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of what was tried names tests that there are. */
class TrialsTest {

    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");

    @Test
    void every_test_in_the_table_of_trials_is_there() throws Exception {
        String table = Files.readString(
                Path.of(System.getProperty("basedir", "seckill-queue")).resolveSibling("docs/queue-trials.md"));
        List<String> named = TEST.matcher(table)
                .results()
                .map(test -> test.group(1))
                .distinct()
                .toList();
        assertThat(named).isNotEmpty();

        Matcher test = TEST.matcher(table);
        while (test.find()) {
            String name = test.group(1);
            Class<?> type = name.equals("QueueContract")
                    ? QueueContract.class
                    : Class.forName(getClass().getPackageName() + "." + name);
            assertThat(Arrays.stream(type.getDeclaredMethods()).map(java.lang.reflect.Method::getName))
                    .as(name)
                    .contains(test.group(2));
        }
    }
}
