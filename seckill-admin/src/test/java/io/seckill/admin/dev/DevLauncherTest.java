package io.seckill.admin.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The newcomer's run as a process of its own, in a directory of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs signals")
class DevLauncherTest {

    private static final Duration READY = Duration.ofMinutes(4);
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    @TempDir
    Path checkout;

    private int apiPort;
    private int adminPort;
    private int runs;
    private String password = "";
    private Process running;

    @BeforeEach
    void choosePorts() throws IOException {
        try (ServerSocket api = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket admin = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            apiPort = api.getLocalPort();
            adminPort = admin.getLocalPort();
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (running != null) {
            running.destroy();
            if (!running.waitFor(60, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void a_run_sells_and_the_next_one_goes_on_where_a_kill_cut_it_off() throws Exception {
        Path first = start();
        assertThat(order(42)).isEqualTo(202);
        assertThat(Files.readString(first)).contains("100 of 100 units left");
        Path operator = checkout.resolve(".dev/operator.env");
        assertThat(Files.readAllLines(operator))
                .hasSize(4)
                .contains("SECKILL_ADMIN_USER=operator", "SECKILL_API_URL=http://127.0.0.1:" + apiPort);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(operator)))
                .isEqualTo("rw-------");

        Process second = launch(checkout.resolve("second.log"));
        assertThat(second.waitFor()).isEqualTo(1);
        assertThat(Files.readString(checkout.resolve("second.log"))).contains("it runs already");
        assertThat(order(43)).isEqualTo(202);

        running.destroyForcibly().waitFor();
        password = "whoever started it knows";
        assertThat(Files.readString(start()))
                .contains("98 of 100 units left", "password as in SECKILL_ADMIN_PASSWORD")
                .doesNotContain(password);
        assertThat(Files.readString(operator)).doesNotContain(password);
        assertThat(order(42)).isEqualTo(409);
        assertThat(order(44)).isEqualTo(202);

        List<Long> servers = List.of(pid("redis"), pid("mysql"));
        assertThat(servers).allMatch(DevLauncherTest::lives);
        running.destroy();
        assertThat(running.waitFor()).isEqualTo(ENDED_BY_SIGTERM);
        assertThat(servers).noneMatch(DevLauncherTest::lives);
        assertThat(operator).doesNotExist();
    }

    /** Starts and waits until it says that it runs. */
    private Path start() throws IOException {
        Path log = checkout.resolve("run-" + ++runs + ".log");
        Process process = launch(log);
        running = process;
        await().atMost(READY).pollInterval(Duration.ofMillis(500)).until(() -> {
            String said = Files.readString(log);
            assertThat(process.isAlive()).as(said).isTrue();
            return said.contains("Ctrl-C stops it");
        });
        return log;
    }

    private Process launch(Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DevLauncher.class.getName())
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("SECKILL_API_PORT", Integer.toString(apiPort));
        builder.environment().put("SECKILL_ADMIN_PORT", Integer.toString(adminPort));
        builder.environment().put("SECKILL_ADMIN_PASSWORD", password);
        return builder.start();
    }

    private int order(long userId) throws IOException, InterruptedException {
        URI place = URI.create("http://127.0.0.1:" + apiPort + "/seckill/order?activityId=1001&userId=" + userId);
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(place)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private long pid(String store) throws IOException {
        String note = Files.readString(checkout.resolve(".dev").resolve(store).resolve("server.pid"));
        return Long.parseLong(note.split(" ")[0]);
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
