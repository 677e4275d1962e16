package io.seckill.api.bench;

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
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One of the product's processes, started from its shipped jar. */
final class JavaProcess implements AutoCloseable {

    private static final Duration READY = Duration.ofSeconds(300);
    private static final long STOP_SECONDS = 20;

    private final String name;
    private final Process process;
    private final Path log;
    private boolean paused;

    private JavaProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param name for the log
     * @param jvm options of the JVM and what to run
     * @param settings Spring properties, by environment variables so that no secret shows in the list of processes
     * @param directory where the log goes
     */
    static JavaProcess start(String name, List<String> jvm, Map<String, String> settings, Path directory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"));
        settings.forEach((key, value) -> builder.environment()
                .put(key.toUpperCase(Locale.ROOT).replace("-", "").replace('.', '_'), value));
        try {
            Process process = builder.start();
            // Whatever ends the benchmark ends its processes, a frozen one too.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new JavaProcess(name, process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until an address of it answers 200. */
    void awaitReady(String url) {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(5))
                .build();
        long end = System.nanoTime() + READY.toNanos();
        while (System.nanoTime() < end) {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " ended; see " + log);
            }
            try {
                if (http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException notYet) {
                // It is starting.
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            Pause.millis(200);
        }
        throw new IllegalStateException(name + " is not ready after " + READY + "; see " + log);
    }

    long pid() {
        return process.pid();
    }

    /** Frozen by SIGSTOP it costs nothing. */
    void pause() {
        Commands.run("kill", "-STOP", Long.toString(pid()));
        paused = true;
    }

    void resume() {
        Commands.run("kill", "-CONT", Long.toString(pid()));
        paused = false;
    }

    /** Heap in use after a collection, in KB. */
    long heapInUse() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Commands.run(jcmd, Long.toString(pid()), "GC.run");
        return Commands.heapKb(Commands.run(jcmd, Long.toString(pid()), "GC.heap_info"));
    }

    @Override
    public void close() {
        if (paused) {
            resume();
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
