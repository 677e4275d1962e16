package io.seckill.common.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Places on disk: the user's cache of unpacked servers, and the throw-away directories of this JVM. */
final class StoreFiles {

    private static final Map<String, String> ENV = System.getenv();

    private StoreFiles() {}

    /** Writes an unpacked server into an empty directory. */
    @FunctionalInterface
    interface Unpacker {
        void into(Path directory) throws IOException;
    }

    /**
     * The per-user cache: {@code SECKILL_CACHE}, else {@code seckill} below {@code XDG_CACHE_HOME},
     * {@code LOCALAPPDATA} or {@code ~/.cache}.
     */
    static Path cache() {
        return Optional.ofNullable(ENV.get("SECKILL_CACHE"))
                .map(Path::of)
                .orElseGet(() -> Stream.of(ENV.get("XDG_CACHE_HOME"), ENV.get("LOCALAPPDATA"))
                        .filter(place -> place != null && !place.isBlank())
                        .map(Path::of)
                        .findFirst()
                        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                        .resolve("seckill"));
    }

    /**
     * A directory of the cache, unpacked by whoever comes first. Other threads and other JVMs wait meanwhile; a JVM
     * that dies in the middle leaves a part that the next one discards.
     *
     * @param name the directory's name, with the version in it
     * @param unpacker fills it
     * @return the full directory
     */
    static synchronized Path unpackedOnce(String name, Unpacker unpacker) {
        Path target = cache().resolve(name);
        if (Files.isDirectory(target)) {
            return target;
        }
        try {
            Files.createDirectories(cache());
            Path guard = cache().resolve(name + ".lock");
            try (FileChannel channel = FileChannel.open(guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock ignored = channel.lock()) {
                if (!Files.isDirectory(target)) {
                    StoreLog.say("unpacking " + name + " into " + cache() + " (once)");
                    Path part = cache().resolve(name + ".part");
                    delete(part);
                    Files.createDirectories(part);
                    unpacker.into(part);
                    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            return target;
        } catch (IOException e) {
            throw new StoreException(
                    "Cannot unpack " + name + " into " + cache() + " (" + e
                            + "). Free some space there, or name another place in SECKILL_CACHE.",
                    e);
        }
    }

    static void copy(InputStream from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes a file executable for its owner, where the file system knows such a thing. */
    static void executable(Path file) {
        if (!file.toFile().setExecutable(true) && !Files.isExecutable(file)) {
            throw new StoreException(file + " cannot be made executable (mounted noexec?); set SECKILL_CACHE");
        }
    }

    /** Shuts others out of a directory with passwords in it, where the file system knows such a thing. */
    static void ownersAlone(Path directory) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(directory, PosixFileAttributeView.class);
        if (posix != null) {
            posix.setPermissions(PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Deletes a tree if it is there. A file that vanishes meanwhile is no error. */
    static void delete(@Nullable Path tree) {
        if (tree == null || !Files.exists(tree)) {
            return;
        }
        try {
            Files.walkFileTree(tree, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + tree, e);
        }
    }

    /** An executable on the PATH. */
    static Optional<Path> onThePath(String name) {
        String path = ENV.getOrDefault("PATH", "");
        // Debian keeps servers in sbin, which is not on everybody's PATH.
        return Stream.concat(
                        Stream.of(path.split(java.io.File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .filter(place -> !place.isBlank())
                .map(place -> Path.of(place, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
