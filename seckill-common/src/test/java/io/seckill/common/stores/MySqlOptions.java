package io.seckill.common.stores;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a private MySQL-family server is to run. Immutable; every method gives a changed copy.
 *
 * @param kind where the server is from
 * @param password of both accounts, random by default
 * @param directory where it lives, kept when it stops; {@code null}: a throw-away directory
 * @param port fixed port of 127.0.0.1, or 0 for a free one
 * @param arguments more command-line arguments, such as {@code --innodb-flush-log-at-trx-commit=0}
 */
public record MySqlOptions(
        MySqlKind kind, String password, @Nullable Path directory, int port, List<String> arguments) {

    /**
     * The usual server: of the kind that {@code SECKILL_TEST_MYSQL} asks for, random password, a free port, throw-away data.
     *
     * @return the options
     */
    public static MySqlOptions defaults() {
        return defaults(System.getenv());
    }

    static MySqlOptions defaults(Map<String, String> environment) {
        return new MySqlOptions(
                StoreSettings.of(environment).mysql(), RedisOptions.randomPassword(), null, 0, List.of());
    }

    /**
     * @param newKind where the server is from
     * @return changed options
     */
    public MySqlOptions kind(MySqlKind newKind) {
        return new MySqlOptions(newKind, password, directory, port, arguments);
    }

    /**
     * @param newPassword letters and digits
     * @return changed options
     */
    public MySqlOptions password(String newPassword) {
        return new MySqlOptions(kind, newPassword, directory, port, arguments);
    }

    /**
     * @param newDirectory where data stays after the end
     * @return changed options
     */
    public MySqlOptions directory(Path newDirectory) {
        return new MySqlOptions(kind, password, newDirectory, port, arguments);
    }

    /**
     * @param newPort a port of 127.0.0.1, or 0 for a free one
     * @return changed options
     */
    public MySqlOptions port(int newPort) {
        return new MySqlOptions(kind, password, directory, newPort, arguments);
    }

    /**
     * @param more command-line arguments; a later one wins over an earlier one
     * @return changed options
     */
    public MySqlOptions with(String... more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(more));
        return new MySqlOptions(kind, password, directory, port, List.copyOf(all));
    }
}
