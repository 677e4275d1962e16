package io.seckill.common.stores;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * A store in a container. The only class that knows Testcontainers.
 *
 * @param endpoint where it listens
 * @param text what it is
 * @param container to stop at the end
 */
record DockerStore<E>(E endpoint, String text, GenericContainer<?> container) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Whether there is a Docker engine to ask; a client alone is none. Takes seconds if there is not. */
    static boolean engineAnswers() {
        try {
            return DockerClientFactory.instance().isDockerAvailable();
        } catch (LinkageError noTestcontainers) {
            return false;
        }
    }

    static DockerStore<RedisEndpoint> redis() {
        String password = RedisOptions.randomPassword();
        GenericContainer<?> container = started(
                "redis:8",
                image -> new GenericContainer<>(image)
                        .withExposedPorts(6379)
                        .withCommand(
                                "redis-server",
                                "--appendonly",
                                "yes",
                                "--maxmemory-policy",
                                "noeviction",
                                "--requirepass",
                                password)
                        .waitingFor(Wait.forListeningPort().withStartupTimeout(PATIENCE)));
        RedisEndpoint endpoint = new RedisEndpoint(container.getHost(), container.getMappedPort(6379), null, password);
        return new DockerStore<>(endpoint, "Redis (container redis:8)", container);
    }

    static DockerStore<MySqlEndpoint> mysql() {
        String password = RedisOptions.randomPassword();
        // The image starts a first server without a port to set itself up; the log names the port only the second time.
        GenericContainer<?> container = started(
                "mysql:8.4",
                image -> new GenericContainer<>(image)
                        .withEnv(Map.of("MYSQL_ROOT_PASSWORD", password, "MYSQL_ROOT_HOST", "%"))
                        .withExposedPorts(3306)
                        .withCommand("--character-set-server=utf8mb4", "--default-time-zone=+00:00")
                        .waitingFor(Wait.forLogMessage(".*ready for connections.*port: 3306.*", 1)
                                .withStartupTimeout(PATIENCE)));
        MySqlEndpoint endpoint = new MySqlEndpoint(
                container.getHost(), container.getMappedPort(3306), "root", "root", password, MySqlEndpoint.PARAMETERS);
        try (Connection connection = endpoint.connectAsAdmin()) {
            return new DockerStore<>(
                    endpoint,
                    "MySQL " + connection.getMetaData().getDatabaseProductVersion() + " (container)",
                    container);
        } catch (SQLException e) {
            container.stop();
            throw new StoreException("the MySQL container started but lets nobody in: " + e.getMessage(), e);
        }
    }

    private static GenericContainer<?> started(String image, Function<String, GenericContainer<?>> making) {
        if (!engineAnswers()) {
            throw new StoreException("No Docker engine answers here, so there can be no container of " + image);
        }
        try {
            GenericContainer<?> container = making.apply(image);
            container.start();
            return container;
        } catch (RuntimeException e) {
            throw new StoreException("Docker cannot start " + image + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        container.stop();
    }
}
