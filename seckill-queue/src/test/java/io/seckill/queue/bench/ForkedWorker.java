package io.seckill.queue.bench;

import io.seckill.common.stores.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker process as its parent sees it: to be killed, frozen, or asked to end. */
public final class ForkedWorker implements AutoCloseable {

    private final Process process;

    private ForkedWorker(Process process) {
        this.process = process;
    }

    /**
     * Starts a process and waits until its workers run.
     *
     * @param settings {@code name=value}, below {@code seckill.queue}, and {@link WorkerProcess}'s own
     */
    public static ForkedWorker start(RedisServer server, String registry, String... settings) throws IOException {
        return start(WorkerProcess.class, "-Xmx128m", server, registry, settings);
    }

    /**
     * The same with another main class, which prints {@code ready}.
     *
     * @param heap the JVM's option
     */
    public static ForkedWorker start(
            Class<?> main, String heap, RedisServer server, String registry, String... settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                server.host(),
                Integer.toString(server.port()),
                registry));
        command.addAll(Arrays.asList(settings));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("REDIS_PASSWORD", String.valueOf(server.password()));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        ForkedWorker worker = new ForkedWorker(builder.start());
        worker.awaitReady();
        return worker;
    }

    private void awaitReady() throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.equals("ready")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("a worker process did not start");
        }
        Thread drain = new Thread(() -> out.lines().forEach(ignored -> {}), "worker-output");
        drain.setDaemon(true);
        drain.start();
    }

    /** To its standard input. */
    public void write(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** {@return the exit code} */
    public int exitCode() {
        return process.exitValue();
    }

    /** Sends SIGTERM and leaves its input open; returns whether the process ended within so many seconds. */
    public boolean terminate(long seconds) throws Exception {
        signal("TERM");
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }
}
