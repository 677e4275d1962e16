package io.seckill.common.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Directories that last as long as this JVM, below the module's {@code target/stores}. Never below
 * {@code java.io.tmpdir}: others clean up there, and a small tmpfs is no place for a database. What a killed JVM left
 * is removed by the next one.
 */
final class ThrowAway {

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Path MINE = create();

    private ThrowAway() {}

    /** A new, empty directory. */
    static Path directory(String name) {
        try {
            return Files.createDirectories(MINE.resolve(name + "-" + COUNT.incrementAndGet()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path create() {
        RunningServer.tidy();
        // Surefire sets basedir to the module; elsewhere the working directory is the best guess.
        Path root = Path.of(System.getProperty("basedir", System.getProperty("user.dir")), "target", "stores");
        try {
            Files.createDirectories(root);
            try (Stream<Path> others = Files.list(root)) {
                others.filter(ThrowAway::abandoned).forEach(StoreFiles::delete);
            }
            Path mine = Files.createDirectories(
                    root.resolve(Long.toString(ProcessHandle.current().pid())));
            Shutdown.atEnd(ThrowAway::removeData);
            return mine;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean abandoned(Path directory) {
        long pid = Long.parseLong(directory.getFileName().toString());
        return pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty();
    }

    /** Kills what still runs there and keeps the logs: they are small, and what one wants after a failure. */
    private static void removeData() {
        Shutdown.killServers();
        try (Stream<Path> servers = Files.list(MINE)) {
            servers.forEach(server -> StoreFiles.delete(server.resolve("data")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
