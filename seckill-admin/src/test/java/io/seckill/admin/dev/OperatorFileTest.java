package io.seckill.admin.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose password it is. */
class OperatorFileTest {

    private static final DevOptions OPTIONS = new DevOptions(false, "127.0.0.1", 9080, 9081);

    @TempDir
    Path directory;

    @Test
    void without_one_a_password_is_made_up_shown_and_written_down() throws IOException {
        OperatorFile operator = new OperatorFile(directory, Map.of("SECKILL_ADMIN_PASSWORD", ""));
        operator.write(OPTIONS);

        assertThat(operator.password()).matches("[A-Za-z2-9]{16}").isEqualTo(operator.shownPassword());
        assertThat(Files.readAllLines(directory.resolve("operator.env")))
                .contains("SECKILL_ADMIN_PASSWORD=" + operator.password());
        assertThat(new OperatorFile(directory, Map.of()).password()).isNotEqualTo(operator.password());
    }

    @Test
    void one_that_was_brought_along_is_used_and_told_to_nobody() throws IOException {
        OperatorFile operator = new OperatorFile(directory, Map.of("SECKILL_ADMIN_PASSWORD", "my own password"));
        operator.write(OPTIONS);

        assertThat(operator.password()).isEqualTo("my own password");
        assertThat(operator.shownPassword()).isEqualTo("as in SECKILL_ADMIN_PASSWORD");
        assertThat(Files.readString(directory.resolve("operator.env")))
                .contains("SECKILL_ADMIN_URL=http://127.0.0.1:9081")
                .doesNotContain("PASSWORD", "my own password");
    }
}
