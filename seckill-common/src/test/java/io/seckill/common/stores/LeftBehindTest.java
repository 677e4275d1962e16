package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftBehindTest {

    @Test
    void the_server_of_a_killed_jvm_is_ended_by_the_next_start(@TempDir Path directory) throws Exception {
        Process jvm = jvm(directory);
        long server = serverPid(jvm);
        try {
            RunningServer.tidy();
            assertThat(ProcessHandle.of(server)).as("the owner lives").isPresent();

            jvm.destroyForcibly().waitFor();
            assertThat(ProcessHandle.of(server)).as("orphaned").isPresent();

            RunningServer.tidy();
            assertThat(ProcessHandle.of(server).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(RunningServer.notes().resolve(Long.toString(server))).doesNotExist();
        } finally {
            jvm.destroyForcibly();
            ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void the_server_of_a_jvm_that_ends_in_order_ends_with_it(@TempDir Path directory) throws Exception {
        Process jvm = jvm(directory);
        long server = serverPid(jvm);
        try {
            jvm.destroy();

            assertThat(jvm.waitFor(30, TimeUnit.SECONDS)).isTrue();
            await().until(() ->
                    ProcessHandle.of(server).filter(ProcessHandle::isAlive).isEmpty());
        } finally {
            jvm.destroyForcibly();
            ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void ctrl_c_in_the_terminal_of_the_jvm_does_not_reach_the_server(@TempDir Path directory) throws Exception {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().directory(directory))) {
            assertThat(group(redis.pid()))
                    .isNotEqualTo(group(ProcessHandle.current().pid()));
        }
    }

    @Test
    void a_pid_used_again_by_another_process_is_let_live(@TempDir Path directory) throws Exception {
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            RunningServer real = RunningServer.of(stranger);
            Path note = directory.resolve("note");
            new RunningServer(
                            stranger.pid(),
                            real.serverSince().minusSeconds(3600),
                            1,
                            real.ownerSince().minusSeconds(1))
                    .write(note);

            RunningServer.tidy(note);

            assertThat(stranger.isAlive()).isTrue();
            assertThat(note).doesNotExist();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void a_note_that_is_no_note_is_cleared_away(@TempDir Path directory) throws IOException {
        Path note = Files.writeString(directory.resolve("note"), "half a no");

        RunningServer.tidy(note);

        assertThat(note).doesNotExist();
    }

    /** Of processes: signals from a terminal go to all of one. */
    private static String group(long pid) {
        return CommandOutput.of("ps", "-o", "pgid=", "-p", Long.toString(pid)).strip();
    }

    private static Process jvm(Path directory) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static long serverPid(Process jvm) throws IOException {
        BufferedReader said = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith("pid ")) {
                return Long.parseLong(line.substring(4));
            }
        }
        throw new AssertionError("the other JVM started no server");
    }

    /** Starts a server in a JVM of its own and waits for the end. */
    static final class Forgetful {

        public static void main(String[] arguments) throws InterruptedException {
            RedisServer redis = RedisServer.start(RedisOptions.defaults().directory(Path.of(arguments[0])));
            System.out.println("pid " + redis.pid());
            new java.util.concurrent.CountDownLatch(1).await();
        }
    }
}
