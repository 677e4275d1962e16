package io.seckill.admin.chaos;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of the product's processes, a JVM of its own on this JVM's class path. It can be killed, frozen and started again. */
final class JvmProcess implements AutoCloseable {

    private static final long STOP_SECONDS = 30;

    private final String name;
    private final String mainClass;
    private final int port;
    private final Map<String, String> settings;
    private final String classPath;
    private final Path log;
    private @Nullable Process process;

    /**
     * @param name its name, for logs
     * @param main its main class
     * @param port where it listens
     * @param settings its settings
     * @param classPath its class path
     * @param directory where its log goes
     */
    JvmProcess(String name, Class<?> main, int port, Map<String, String> settings, String classPath, Path directory) {
        this.name = name;
        this.mainClass = main.getName();
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
                mainClass,
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
