package io.seckill.admin.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How to sign in at the console of this run, for {@code scripts/verify.sh}; only the user who started it may read it.
 * The password is another one at each start, unless whoever starts it brings one: that is theirs to keep, and neither
 * printed nor written down.
 */
final class OperatorFile {

    static final String USER = "operator";

    private static final String PASSWORD = "SECKILL_ADMIN_PASSWORD";

    /** Without letters and digits that look alike. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    /** Some 93 bits. */
    private static final int LENGTH = 16;

    private final Path file;
    private final String password;

    private final boolean brought;

    /**
     * @param directory where the file is written
     * @param environment {@code SECKILL_ADMIN_PASSWORD}, if there is one, is the password
     */
    OperatorFile(Path directory, Map<String, String> environment) {
        this.file = directory.resolve("operator.env");
        String given = environment.getOrDefault(PASSWORD, "");
        this.brought = !given.isEmpty();
        this.password = brought ? given : madeUp();
    }

    private static String madeUp() {
        SecureRandom random = new SecureRandom();
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            made.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return made.toString();
    }

    String password() {
        return password;
    }

    /** {@return the password for whoever started it to see, or where they have it from} */
    String shownPassword() {
        return brought ? "as in " + PASSWORD : password;
    }

    void write(DevOptions options) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, ownersAlone());
            List<String> lines = new ArrayList<>(List.of(
                    "SECKILL_ADMIN_USER=" + USER,
                    "SECKILL_ADMIN_URL=" + options.adminUrl(),
                    "SECKILL_API_URL=" + options.apiUrl()));
            if (!brought) {
                lines.add(PASSWORD + "=" + password);
            }
            Files.write(file, lines);
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
