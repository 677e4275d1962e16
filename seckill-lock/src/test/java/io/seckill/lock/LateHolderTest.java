package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.lock.LateHolder.FencedRow;
import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class LateHolderTest {

    private static final Duration LEASE = Duration.ofMillis(1200);

    private final String name = "late:" + UUID.randomUUID();

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(classes = {RedisNodes.class, RedissonNodes.class})
    void a_leader_stopped_beyond_its_lease_is_replaced_and_its_late_write_is_refused(Class<? extends LockNodes> nodes)
            throws Exception {
        Database database = Stores.shared().newDatabase();
        FencedRow row = new FencedRow(new JdbcTemplate(
                new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password())));
        row.create();
        Process first = start(nodes, database);
        try (LockNode second =
                        nodes.getDeclaredConstructor().newInstance().open(TestRedis.shared(), Duration.ofSeconds(30));
                BufferedReader output = first.inputReader()) {
            assertThat(output.readLine()).isEqualTo("HOLDING");
            signal(first, "STOP");

            LockResult<Integer> result = second.template().run(name, Duration.ofSeconds(30), held -> {
                assertThat(row.announce(held.token())).isOne();
                return row.write("of the second", held.token());
            });
            assertThat(result.done()).hasValue(1);

            signal(first, "CONT");
            OutputStream input = first.getOutputStream();
            input.write("go on\n".getBytes(StandardCharsets.UTF_8));
            input.flush();
            assertThat(output.readLine()).as("it is told, and wrote no row").isEqualTo("Lost 0");
            assertThat(row.value()).isEqualTo("of the second");
        } finally {
            first.destroyForcibly();
        }
    }

    private Process start(Class<? extends LockNodes> nodes, Database database) throws IOException {
        RedisAddress redis = TestRedis.shared();
        ProcessBuilder process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LateHolder.class.getName(),
                        nodes.getName(),
                        redis.host(),
                        Integer.toString(redis.port()),
                        name,
                        Long.toString(LEASE.toMillis()),
                        database.jdbcUrl(),
                        database.user())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        process.environment().put(LateHolder.REDIS_PASSWORD, redis.password());
        process.environment().put(LateHolder.MYSQL_PASSWORD, database.password());
        return process.start();
    }

    private static void signal(Process process, String signal) throws IOException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .onExit()
                .join();
    }
}
