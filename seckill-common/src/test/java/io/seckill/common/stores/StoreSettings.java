package io.seckill.common.stores;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which stores were asked for, read from the environment. Nothing need be set. {@code auto} comes to {@code docker} only
 * if nothing else runs here and a Docker engine answers; data in a container do not outlive it.
 *
 * <table>
 * <caption>Variables</caption>
 * <tr><th>name</th><th>meaning</th></tr>
 * <tr><td>{@code SECKILL_TEST_REDIS_URL}</td><td>{@code redis://[[user:]password@]host[:port]}: use that Redis</td></tr>
 * <tr><td>{@code SECKILL_TEST_REDIS}</td><td>{@code auto} (default: {@code path}, else {@code embedded}, else
 * {@code docker}), {@code path}, {@code embedded}, {@code docker}</td></tr>
 * <tr><td>{@code SECKILL_TEST_MYSQL_URL}</td><td>{@code jdbc:mysql://host[:port]/[?parameters]}: use that server; fresh
 * databases named {@code seckill_*} are created there and dropped at the end</td></tr>
 * <tr><td>{@code SECKILL_TEST_MYSQL_USER}, {@code SECKILL_TEST_MYSQL_PASSWORD}</td><td>who may create databases there;
 * {@code root} without a password by default</td></tr>
 * <tr><td>{@code SECKILL_TEST_MYSQL}</td><td>{@code auto} (default: {@code mariadb}, else {@code path}, else
 * {@code docker}), {@code mariadb} (unpacked from a jar), {@code mysql8} (8.0.12 unpacked from a jar; needs the Maven
 * profile of that name), {@code path}, {@code docker}</td></tr>
 * </table>
 *
 * @param redisUrl a running Redis, or {@code null} to start one
 * @param redis which Redis to start
 * @param mysqlUrl a running server, or {@code null} to start one
 * @param mysqlUser who may create databases on the running server
 * @param mysqlPassword that user's password
 * @param mysql which server to start
 */
record StoreSettings(
        @Nullable String redisUrl,
        RedisKind redis,
        @Nullable String mysqlUrl,
        String mysqlUser,
        String mysqlPassword,
        MySqlKind mysql) {

    static StoreSettings of(Map<String, String> environment) {
        return new StoreSettings(
                blankIsNull(environment.get("SECKILL_TEST_REDIS_URL")),
                choice(environment, "SECKILL_TEST_REDIS", RedisKind.class),
                blankIsNull(environment.get("SECKILL_TEST_MYSQL_URL")),
                environment.getOrDefault("SECKILL_TEST_MYSQL_USER", "root"),
                environment.getOrDefault("SECKILL_TEST_MYSQL_PASSWORD", ""),
                choice(environment, "SECKILL_TEST_MYSQL", MySqlKind.class));
    }

    private static @Nullable String blankIsNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static <E extends Enum<E>> E choice(Map<String, String> environment, String name, Class<E> kinds) {
        String asked = environment.getOrDefault(name, "").strip();
        String wanted = asked.isEmpty() ? "AUTO" : asked.toUpperCase(Locale.ROOT);
        return Arrays.stream(kinds.getEnumConstants())
                .filter(kind -> kind.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new StoreException(name + "=" + asked + " is not known; it may be one of "
                        + Arrays.stream(kinds.getEnumConstants())
                                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }
}
