package io.seckill.common.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A note on disk that a server runs and which JVM started it. A JVM that is killed leaves its servers behind; whoever
 * starts stores next reads the notes and ends those without an owner. Start times guard against a pid used again.
 *
 * @param server pid of the server
 * @param serverSince when it was started
 * @param owner pid of the JVM that started it
 * @param ownerSince when that was started
 */
record RunningServer(long server, Instant serverSince, long owner, Instant ownerSince) {

    /** Start times read by two processes may differ by the clock's rounding. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    static RunningServer of(Process process) {
        ProcessHandle jvm = ProcessHandle.current();
        return new RunningServer(process.pid(), since(process.toHandle()), jvm.pid(), since(jvm));
    }

    /** All notes of this user, whichever checkout they are from. */
    static Path notes() {
        return StoreFiles.cache().resolve("running");
    }

    void write(Path note) {
        try {
            Files.createDirectories(note.getParent());
            Files.writeString(
                    note,
                    String.join(" ", "" + server, serverSince.toString(), "" + owner, ownerSince.toString()) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<RunningServer> read(Path note) {
        try {
            List<String> parts = List.of(Files.readString(note).strip().split(" "));
            return Optional.of(new RunningServer(
                    Long.parseLong(parts.get(0)),
                    Instant.parse(parts.get(1)),
                    Long.parseLong(parts.get(2)),
                    Instant.parse(parts.get(3))));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Ends every noted server whose JVM is gone, and forgets notes of servers that are gone. */
    static void tidy() {
        if (!Files.isDirectory(notes())) {
            return;
        }
        try (Stream<Path> all = Files.list(notes())) {
            all.forEach(RunningServer::tidy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same for one note; the note stays while both server and owner live. */
    static void tidy(Path note) {
        Optional<RunningServer> running = read(note);
        if (running.filter(r -> r.serverHandle().isPresent() && r.ownerLives()).isPresent()) {
            return;
        }
        running.ifPresent(RunningServer::end);
        try {
            Files.deleteIfExists(note);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean ownerLives() {
        return handle(owner, ownerSince).isPresent();
    }

    Optional<ProcessHandle> serverHandle() {
        return handle(server, serverSince);
    }

    /** Ends the server: politely, after 20 seconds with force. */
    void end() {
        serverHandle().ifPresent(handle -> {
            StoreLog.say("ending a server left behind by process " + owner + ": pid " + server);
            Signals.send(server, "CONT");
            handle.destroy();
            if (!ends(handle, Duration.ofSeconds(20))) {
                handle.destroyForcibly();
                ends(handle, Duration.ofSeconds(20));
            }
        });
    }

    private static boolean ends(ProcessHandle handle, Duration patience) {
        try {
            handle.onExit()
                    .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    private static Optional<ProcessHandle> handle(long pid, Instant expected) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(handle ->
                        Duration.between(since(handle), expected).abs().compareTo(SAME_START) <= 0);
    }

    private static Instant since(ProcessHandle handle) {
        return handle.info().startInstant().orElse(Instant.EPOCH);
    }
}
