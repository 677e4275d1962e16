package io.seckill.common.stores;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Starts, or only finds, the stores that the settings ask for. */
final class StoreStarter {

    private static final Pattern JDBC_URL =
            Pattern.compile("jdbc:mysql://([^/:?,]+)(?::(\\d{1,5}))?(?:/[^?]*)?(?:\\?(.*))?");
    private static final int USUAL_PORT = 3306;

    private final StoreSettings settings;
    private final @Nullable Path directory;
    private final Lazy<Boolean> redisInContainer;
    private final Lazy<Boolean> mysqlInContainer;

    /**
     * @param directory where data stay, or {@code null} for throw-away data
     */
    StoreStarter(StoreSettings settings, @Nullable Path directory) {
        this.settings = settings;
        this.directory = directory;
        this.redisInContainer = new Lazy<>(() -> settings.redisUrl() == null
                && needsContainer(
                        settings.redis() == RedisKind.DOCKER,
                        settings.redis() == RedisKind.AUTO,
                        () -> RedisBinary.find(settings.redis())));
        this.mysqlInContainer = new Lazy<>(() -> settings.mysqlUrl() == null
                && needsContainer(
                        settings.mysql() == MySqlKind.DOCKER,
                        settings.mysql() == MySqlKind.AUTO,
                        () -> MySqlBinary.find(settings.mysql())));
    }

    /** A container is the last resort: images are large, and what is in it is lost with it. */
    private static boolean needsContainer(boolean asked, boolean allowed, Supplier<?> binary) {
        if (asked || !allowed) {
            return asked;
        }
        try {
            binary.get();
            return false;
        } catch (StoreException nothingRunsHere) {
            if (!DockerStore.engineAnswers()) {
                throw nothingRunsHere;
            }
            StoreLog.say(nothingRunsHere.getMessage() + " Taking a container instead.");
            return true;
        }
    }

    Found<RedisEndpoint> redis() {
        if (settings.redisUrl() != null) {
            RedisEndpoint given = RedisEndpoint.parse(settings.redisUrl());
            return new Found<>(given, "Redis on " + given.host() + ":" + given.port() + " as given", null);
        }
        if (redisInContainer.get()) {
            DockerStore<RedisEndpoint> container = DockerStore.redis();
            return new Found<>(container.endpoint(), container.text(), container);
        }
        RedisOptions options = RedisOptions.defaults().kind(settings.redis());
        Path kept = keptDirectory();
        RedisServer server = RedisServer.start(kept == null ? options : options.directory(kept.resolve("redis")));
        RedisEndpoint endpoint = new RedisEndpoint(server.host(), server.port(), null, server.password());
        return new Found<>(endpoint, server.toString(), server);
    }

    Found<MySqlEndpoint> mysql() {
        if (settings.mysqlUrl() != null) {
            MySqlEndpoint given = given(settings.mysqlUrl());
            return new Found<>(given, "MySQL on " + given.host() + ":" + given.port() + " as given", null);
        }
        if (mysqlInContainer.get()) {
            DockerStore<MySqlEndpoint> container = DockerStore.mysql();
            return new Found<>(container.endpoint(), container.text(), container);
        }
        MySqlOptions options = MySqlOptions.defaults().kind(settings.mysql());
        Path kept = keptDirectory();
        MySqlServer server = MySqlServer.start(kept == null ? options : options.directory(kept.resolve("mysql")));
        return new Found<>(server.endpoint(), server.toString(), server);
    }

    /** A container's data do not outlive it, and one store without the other's past would be worse than none. */
    private @Nullable Path keptDirectory() {
        return directory == null || redisInContainer.get() || mysqlInContainer.get() ? null : directory;
    }

    private MySqlEndpoint given(String url) {
        Matcher parts = JDBC_URL.matcher(url);
        if (!parts.matches()) {
            throw new StoreException("SECKILL_TEST_MYSQL_URL must look like jdbc:mysql://host[:port]/[?parameters]");
        }
        int port = parts.group(2) == null ? USUAL_PORT : Integer.parseInt(parts.group(2));
        // The driver takes the last of two values, so that given parameters win.
        String parameters = MySqlEndpoint.PARAMETERS + (parts.group(3) == null ? "" : "&" + parts.group(3));
        String user = settings.mysqlUser();
        return new MySqlEndpoint(parts.group(1), port, user, user, settings.mysqlPassword(), parameters);
    }
}
