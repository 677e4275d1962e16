package io.seckill.service.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.WorkerApplication;
import io.seckill.service.testing.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StoreWaitTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @Test
    void a_process_that_starts_before_its_stores_waits_for_both_and_then_works(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start();
                MySqlServer mysql = MySqlServer.start()) {
            Map<String, String> stores = addresses(redis, mysql.newDatabase());
            redis.stop();
            mysql.stop();

            CompletableFuture<ConfigurableApplicationContext> starting =
                    CompletableFuture.supplyAsync(() -> Worker.start(stores), task -> new Thread(task).start());
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(output)
                            .contains("Redis on 127.0.0.1:" + redis.port() + " cannot be reached: Connection refused")
                            .contains("MySQL on 127.0.0.1:" + mysql.port() + " cannot be reached: Connection refused"));
            redis.restart();
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(output).contains("Redis on 127.0.0.1:" + redis.port() + " is there now"));
            assertThat(starting).isNotDone();
            mysql.restart();

            try (ConfigurableApplicationContext worker = starting.join()) {
                assertThat(worker.isRunning()).isTrue();
            }
            assertThat(output)
                    .contains("MySQL on 127.0.0.1:" + mysql.port() + " is there now")
                    .doesNotContain("Exception")
                    .doesNotContain(redis.password());
        }
    }

    @Test
    void a_process_whose_stores_never_come_ends_with_code_1_and_a_sentence() throws Exception {
        Process process = worker(
                "--seckill.startup.wait=1s",
                "--spring.data.redis.port=1",
                "--spring.data.redis.password=s3cret",
                "--spring.datasource.url=jdbc:mysql://127.0.0.1:1/seckill",
                "--spring.datasource.password=s3cret");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said)
                .contains("Redis on localhost:1 cannot be reached: Connection refused")
                .contains("MySQL on 127.0.0.1:1 cannot be reached: Connection refused. Gave up after 1 s")
                .doesNotContain("\tat ")
                .doesNotContain("s3cret");
    }

    @Test
    void without_patience_a_store_that_is_away_is_not_asked_twice(CapturedOutput output) {
        Map<String, String> stores = stores();
        stores.put("spring.data.redis.host", "no-such-host.invalid");

        assertThatThrownBy(() -> Worker.start(stores, "seckill.startup.wait=0"))
                .isInstanceOf(StoresAwayException.class)
                .hasMessageContaining("Redis on no-such-host.invalid:")
                .hasMessageContaining("unknown host");
        assertThat(output).doesNotContain("Trying again");
    }

    @Test
    void a_password_that_redis_does_not_take_is_told_at_once_and_not_shown() {
        try (RedisServer redis = RedisServer.start()) {
            Map<String, String> stores = addresses(redis, Stores.shared().newDatabase());
            stores.put("spring.data.redis.password", "s3cret");

            assertThatThrownBy(() -> Worker.start(stores))
                    .isInstanceOf(StoresAwayException.class)
                    .hasMessageContaining("Redis on 127.0.0.1:" + redis.port() + " does not let this process in")
                    .hasMessageContaining("WRONGPASS")
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void a_password_that_mysql_does_not_take_is_told_at_once_and_not_shown() {
        Map<String, String> stores = stores();
        stores.put("spring.datasource.password", "s3cret");

        assertThatThrownBy(() -> Worker.start(stores))
                .isInstanceOf(StoresAwayException.class)
                .hasMessageContaining(" does not let this process in: Access denied for user")
                .hasMessageNotContaining("s3cret");
    }

    private static Map<String, String> stores() {
        return new HashMap<>(Stores.shared().springProperties(Stores.shared().newDatabase()));
    }

    private static Map<String, String> addresses(RedisServer redis, Database database) {
        Map<String, String> addresses = new HashMap<>();
        addresses.put("spring.data.redis.host", redis.host());
        addresses.put("spring.data.redis.port", Integer.toString(redis.port()));
        addresses.put("spring.data.redis.password", redis.password());
        addresses.put("spring.datasource.url", database.jdbcUrl());
        addresses.put("spring.datasource.username", database.user());
        addresses.put("spring.datasource.password", database.password());
        return addresses;
    }

    private static Process worker(String... arguments) throws IOException {
        String[] command = new String[4 + arguments.length];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        command[1] = "-cp";
        command[2] = System.getProperty("java.class.path");
        command[3] = WorkerApplication.class.getName();
        System.arraycopy(arguments, 0, command, 4, arguments.length);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
