package io.seckill.admin.chaos;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One of the product's processes, a JVM of its own on this JVM's class path. It can be killed, frozen and started again. */
final class JvmProcess implements AutoCloseable {

    private static final long STOP_SECONDS = 30;
    /** Where several runs share two processors, six JVMs take minutes. */
    private static final Duration READY = Duration.ofMinutes(6);

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String name;
    private final Role role;
    private final int port;
    private final Map<String, String> settings;
    private final String classPath;
    private final Path log;
    private @Nullable Process process;

    /**
     * @param name its name, for logs
     * @param role what it does
     * @param port where it listens
     * @param settings its settings
     * @param classPath its class path
     * @param directory where its log goes
     */
    JvmProcess(String name, Role role, int port, Map<String, String> settings, String classPath, Path directory) {
        this.name = name;
        this.role = role;
        this.port = port;
        this.settings = settings;
        this.classPath = classPath;
        this.log = directory.resolve(name + ".log");
    }

    String name() {
        return name;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    Path log() {
        return log;
    }

    /** The file by which its clock is set. */
    Path clock() {
        return log.resolveSibling(name + ".clock");
    }

    /** Starts it and does not wait for it. */
    synchronized void start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-D" + SkewedClock.FILE + "=" + clock(),
                "-cp",
                classPath,
                role.main().getName(),
                "--server.port=" + port));
        settings.forEach((key, value) -> command.add("--" + key + "=" + value));
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .redirectInput(new File("/dev/null"))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it takes requests. */
    void awaitReady() {
        await200(role.sign());
    }

    /** Waits until it answers 200 to this. */
    void await200(String path) {
        HttpRequest look = HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        Awaitility.await(name + " answers " + path + "; its log: " + log)
                .atMost(READY)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions()
                .until(() -> {
                    startIfDead();
                    return HTTP.send(look, HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            == 200;
                });
    }

    /** Lets it go on if it is frozen, and starts it if it is dead. */
    void revive() {
        resume();
        startIfDead();
    }

    /** As whatever watches over processes does: one that cannot reach its stores at its start says so and ends. */
    private synchronized void startIfDead() {
        if (!isAlive()) {
            start();
        }
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    void kill9() {
        Process running = running();
        if (running != null) {
            running.destroyForcibly();
            await(running);
        }
    }

    /** SIGTERM, and waits for the end. */
    void terminate() {
        Process running = running();
        if (running != null) {
            running.destroy();
            await(running);
        }
    }

    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        Process running = running();
        if (running != null && running.isAlive()) {
            try {
                new ProcessBuilder("kill", "-" + signal, Long.toString(running.pid()))
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized @Nullable Process running() {
        return process;
    }

    private static void await(Process ending) {
        try {
            if (!ending.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                ending.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            ending.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        resume();
        kill9();
    }
}
