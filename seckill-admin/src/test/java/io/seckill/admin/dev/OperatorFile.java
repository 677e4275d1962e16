package io.seckill.admin.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;

/**
 * How to sign in at the console of this run, for {@code scripts/verify.sh}; only the user who started it may read it.
 * The password is another one at each start.
 */
final class OperatorFile {

    static final String USER = "operator";

    /** Without letters and digits that look alike. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /** Some 93 bits. */
    private static final int LENGTH = 16;

    private final Path file;
    private final String password;

    OperatorFile(Path directory) {
        this.file = directory.resolve("operator.env");
        SecureRandom random = new SecureRandom();
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            made.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        this.password = made.toString();
    }

    String password() {
        return password;
    }

    void write(DevOptions options) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, ownersAlone());
            Files.write(
                    file,
                    List.of(
                            "SECKILL_ADMIN_USER=" + USER,
                            "SECKILL_ADMIN_PASSWORD=" + password,
                            "SECKILL_ADMIN_URL=" + options.adminUrl(),
                            "SECKILL_API_URL=" + options.apiUrl()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static FileAttribute<?>[] ownersAlone() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** The password dies with the run. */
    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }
}
