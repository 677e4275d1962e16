package io.seckill.common.stores;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a private Redis is to run. Immutable; every method gives a changed copy.
 *
 * @param kind where the binary is from
 * @param aof the append-only file
 * @param password what clients must say, or {@code null} for none; a random one by default
 * @param directory where it lives, kept when it stops; {@code null}: a throw-away directory
 * @param port fixed port of 127.0.0.1, or 0 for a free one
 * @param arguments more command-line arguments, such as {@code --maxmemory 5mb}
 */
public record RedisOptions(
        RedisKind kind,
        Aof aof,
        @Nullable String password,
        @Nullable Path directory,
        int port,
        List<String> arguments) {

    /**
     * The usual Redis: AOF every second, a random password, a free port.
     *
     * @return the options
     */
    public static RedisOptions defaults() {
        return defaults(System.getenv());
    }

    static RedisOptions defaults(Map<String, String> environment) {
        return new RedisOptions(
                StoreSettings.of(environment).redis(), Aof.EVERYSEC, randomPassword(), null, 0, List.of());
    }

    /**
     * @param newKind where the binary is from
     * @return changed options
     */
    public RedisOptions kind(RedisKind newKind) {
        return new RedisOptions(newKind, aof, password, directory, port, arguments);
    }

    /**
     * @param newAof the append-only file
     * @return changed options
     */
    public RedisOptions aof(Aof newAof) {
        return new RedisOptions(kind, newAof, password, directory, port, arguments);
    }

    /**
     * @param newPassword letters and digits, or {@code null} for none
     * @return changed options
     */
    public RedisOptions password(@Nullable String newPassword) {
        return new RedisOptions(kind, aof, newPassword, directory, port, arguments);
    }

    /**
     * @param newDirectory where data stays after the end
     * @return changed options
     */
    public RedisOptions directory(Path newDirectory) {
        return new RedisOptions(kind, aof, password, newDirectory, port, arguments);
    }

    /**
     * @param newPort a port of 127.0.0.1, or 0 for a free one
     * @return changed options
     */
    public RedisOptions port(int newPort) {
        return new RedisOptions(kind, aof, password, directory, newPort, arguments);
    }

    /**
     * @param more command-line arguments, each word its own: {@code "--maxmemory", "5mb"}
     * @return changed options
     */
    public RedisOptions with(String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return new RedisOptions(kind, aof, password, directory, port, List.copyOf(all));
    }

    static String randomPassword() {
        byte[] bytes = new byte[12];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
