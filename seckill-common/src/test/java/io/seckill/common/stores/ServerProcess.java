package io.seckill.common.stores;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One server as a child process: starting, signals, the end, its log and the note that it runs. Thread-safe. */
final class ServerProcess {

    private static final Duration POLITE_END = Duration.ofSeconds(20);

    private final String name;
    private final Path directory;
    private @Nullable Process process;
    private boolean paused;

    /**
     * @param name for messages
     * @param directory where log and note go; exists
     */
    ServerProcess(String name, Path directory) {
        this.name = name;
        this.directory = directory;
    }

    /** The server ended while starting because somebody else has the port. */
    static final class PortTaken extends StoreException {
        private static final long serialVersionUID = 1L;

        PortTaken(String message) {
            super(message);
        }
    }

    synchronized void launch(List<String> command, BooleanSupplier ready, Duration patience) {
        if (isAlive()) {
            throw new IllegalStateException(name + " runs already");
        }
        if (Shutdown.begun()) {
            throw new StoreException(name + " is not started any more: this JVM is ending");
        }
        RunningServer.tidy(note());
        ProcessBuilder builder = new ProcessBuilder(Signals.apart(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(nothing()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().put("LC_ALL", "C");
        long logged = log().toFile().length();
        Process started = start(builder);
        process = started;
        paused = false;
        Shutdown.register(this);
        RunningServer running = RunningServer.of(started);
        running.write(note());
        running.write(sharedNote(started));
        try {
            await(started, ready, patience, logged);
        } catch (RuntimeException e) {
            kill9();
            throw e;
        }
    }

    private Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new StoreException("cannot run " + builder.command().get(0) + ": " + e.getMessage(), e);
        }
    }

    private void await(Process started, BooleanSupplier ready, Duration patience, long logged) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            if (!started.isAlive()) {
                String said = logSince(logged);
                String message = name + " ended while starting, exit code " + started.exitValue() + ":\n" + said;
                throw said.contains("Address already in use")
                        ? new PortTaken(message)
                        : new StoreException(message + Hints.about(said));
            }
            if (ready.getAsBoolean()) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new StoreException(
                        name + " is not ready after " + patience.toSeconds() + " s:\n" + logSince(logged));
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    synchronized long pid() {
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process.pid();
    }

    /** SIGTERM and wait; after 20 seconds SIGKILL. */
    synchronized void stop() {
        if (process == null) {
            return;
        }
        if (paused) {
            resume();
        }
        process.destroy();
        if (!ends(process, POLITE_END)) {
            kill9();
        }
        forget();
    }

    /** SIGKILL and wait. */
    synchronized void kill9() {
        if (process != null) {
            process.destroyForcibly();
            if (!ends(process, POLITE_END)) {
                throw new StoreException(name + " survived SIGKILL: pid " + process.pid());
            }
            forget();
        }
    }

    synchronized void pause() {
        if (!Signals.supported()) {
            throw new UnsupportedOperationException("a server cannot be paused on this operating system");
        }
        Signals.send(pid(), "STOP");
        paused = true;
    }

    synchronized void resume() {
        Signals.send(pid(), "CONT");
        paused = false;
    }

    Path log() {
        return directory.resolve("server.log");
    }

    private void forget() {
        Process ended = process;
        if (ended != null) {
            StoreFiles.delete(note());
            StoreFiles.delete(sharedNote(ended));
            Shutdown.forget(this);
        }
    }

    private Path note() {
        return directory.resolve("server.pid");
    }

    private static Path sharedNote(Process process) {
        return RunningServer.notes().resolve(Long.toString(process.pid()));
    }

    private String logSince(long offset) {
        try {
            byte[] all = Files.readAllBytes(log());
            int from = (int) Math.max(Math.min(offset, all.length), all.length - 4_000L);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    private static boolean ends(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // A server must not outlive the caller only because the caller is in a hurry.
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static File nothing() {
        return new File(Signals.supported() ? "/dev/null" : "NUL");
    }
}
