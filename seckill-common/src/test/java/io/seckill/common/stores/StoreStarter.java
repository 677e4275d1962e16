package io.seckill.common.stores;

import java.nio.file.Path;
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

    /**
     * @param directory where data stay, or {@code null} for throw-away data
     */
    StoreStarter(StoreSettings settings, @Nullable Path directory) {
        this.settings = settings;
        this.directory = directory;
    }

    Found<RedisEndpoint> redis() {
        if (settings.redisUrl() != null) {
            RedisEndpoint given = RedisEndpoint.parse(settings.redisUrl());
            return new Found<>(given, "Redis on " + given.host() + ":" + given.port() + " as given", null);
        }
        if (settings.redis() == RedisKind.DOCKER) {
            DockerStore<RedisEndpoint> container = DockerStore.redis();
            return new Found<>(container.endpoint(), container.text(), container);
        }
        RedisOptions options = RedisOptions.defaults().kind(settings.redis());
        RedisServer server =
                RedisServer.start(directory == null ? options : options.directory(directory.resolve("redis")));
        RedisEndpoint endpoint = new RedisEndpoint(server.host(), server.port(), null, server.password());
        return new Found<>(endpoint, server.toString(), server);
    }

    Found<MySqlEndpoint> mysql() {
        if (settings.mysqlUrl() != null) {
            MySqlEndpoint given = given(settings.mysqlUrl());
            return new Found<>(given, "MySQL on " + given.host() + ":" + given.port() + " as given", null);
        }
        if (settings.mysql() == MySqlKind.DOCKER) {
            DockerStore<MySqlEndpoint> container = DockerStore.mysql();
            return new Found<>(container.endpoint(), container.text(), container);
        }
        MySqlOptions options = MySqlOptions.defaults().kind(settings.mysql());
        MySqlServer server =
                MySqlServer.start(directory == null ? options : options.directory(directory.resolve("mysql")));
        return new Found<>(server.endpoint(), server.toString(), server);
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
