package io.seckill.api.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.stores.Aof;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlOptions;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is measured: the API and the worker from their shipped jars, a Redis and a MySQL-family server of our own, each a
 * process. Nothing but loopback.
 */
final class Plant implements AutoCloseable {

    private static final List<String> HEAP = List.of("-Xmx512m");
    private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    /** Redisson and what it needs, which the shipped jar does not hold. */
    private static final List<String> REDISSON = List.of(
            "redisson-",
            "rxjava-",
            "jboss-marshalling",
            "kryo",
            "objenesis-",
            "minlog-",
            "reflectasm-",
            "byte-buddy-",
            "jodd-",
            "netty-codec-dns",
            "netty-resolver-dns",
            "cache-api-");

    final RedisServer redisServer;
    final MySqlServer mysqlServer;
    final Database database;
    final RedisCommands<String, String> redis;
    private final Path directory;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final int firstPort;

    Plant(Path directory, int firstPort) {
        this.firstPort = firstPort;
        try {
            this.directory = Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        redisServer = RedisServer.start(RedisOptions.defaults().aof(Aof.EVERYSEC));
        // As a server of a shop would be set: room for the rows, and every commit on the disk.
        mysqlServer = MySqlServer.start(MySqlOptions.defaults()
                .with(
                        "--innodb-buffer-pool-size=1G",
                        "--loose-innodb-log-file-size=512M",
                        "--innodb-flush-log-at-trx-commit=1"));
        database = mysqlServer.newDatabase();
        client = RedisClient.create(RedisURI.builder()
                .withHost(redisServer.host())
                .withPort(redisServer.port())
                .withPassword(String.valueOf(redisServer.password()).toCharArray())
                .build());
        connection = client.connect();
        redis = connection.sync();
    }

    /** The API as it is shipped, with the endpoints of this benchmark beside its own. */
    JavaProcess api(boolean redisson) {
        List<String> jvm = jvmOfApi();
        String path = classes() + (redisson ? "," + onClassPath(REDISSON).collect(Collectors.joining(",")) : "");
        jvm.add("-Xlog:gc:file=" + directory.resolve("api-gc.log"));
        jvm.add("-Dloader.path=" + path);
        jvm.add("-cp");
        jvm.add(jar("seckill-api").toString());
        jvm.add(LAUNCHER);
        Map<String, String> settings = stores();
        settings.put("spring.profiles.active", redisson ? "bench,bench-redisson" : "bench");
        settings.put("server.port", Integer.toString(apiPort()));
        settings.put("server.address", "127.0.0.1");
        settings.put("seckill.identity.jwt.secret", BuyerTokens.SECRET);
        settings.put("seckill.rate-limit.trusted-proxies", "127.0.0.1");
        // The limit that protects what is behind would answer instead of it.
        settings.put("seckill.rate-limit.activity.capacity", "1000000");
        settings.put("seckill.rate-limit.activity.per-second", "1000000");
        JavaProcess api = JavaProcess.start(redisson ? "api-designs" : "api", jvm, settings, directory);
        api.awaitReady("http://127.0.0.1:" + apiPort() + "/seckill/activities");
        return api;
    }

    /** The heap, and what the product ships for this JVM; for a try, {@code SECKILL_BENCH_JVM} in its place. */
    static List<String> jvmOfApi() {
        List<String> jvm = new ArrayList<>(HEAP);
        String other = System.getenv("SECKILL_BENCH_JVM");
        if (other != null) {
            jvm.addAll(List.of(other.trim().split("\\s+")));
            jvm.removeIf(String::isEmpty);
            return jvm;
        }
        try {
            Files.readAllLines(root().resolve("scripts/api.jvm")).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(jvm::add);
            return jvm;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JavaProcess worker() {
        List<String> jvm = new ArrayList<>(HEAP);
        jvm.addAll(List.of("-jar", jar("seckill-service").toString()));
        Map<String, String> settings = stores();
        settings.put("server.port", Integer.toString(firstPort + 1));
        JavaProcess worker = JavaProcess.start("worker", jvm, settings, directory);
        worker.awaitReady("http://127.0.0.1:" + (firstPort + 1) + "/actuator/health/liveness");
        return worker;
    }

    int apiPort() {
        return firstPort;
    }

    private Map<String, String> stores() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spring.data.redis.host", redisServer.host());
        settings.put("spring.data.redis.port", Integer.toString(redisServer.port()));
        settings.put("spring.data.redis.password", String.valueOf(redisServer.password()));
        settings.put("spring.datasource.url", database.jdbcUrl());
        settings.put("spring.datasource.username", database.user());
        settings.put("spring.datasource.password", database.password());
        settings.put("spring.main.banner-mode", "off");
        return settings;
    }

    private static Path root() {
        return Path.of(System.getProperty("seckill.bench.root", ".."))
                .toAbsolutePath()
                .normalize();
    }

    static Path jar(String module) {
        try (Stream<Path> jars = Files.list(root().resolve(module).resolve("target"))) {
            return jars.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(module + " has not been packaged"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A directory with the compared designs alone. */
    private Path classes() {
        Path from = root().resolve("seckill-api/target/test-classes");
        Path to = directory.resolve("classes");
        try (Stream<Path> files = Files.walk(from.resolve("io/seckill/api/bench/designs"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> onClassPath(List<String> prefixes) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> prefixes.stream()
                        .anyMatch(prefix ->
                                Path.of(entry).getFileName().toString().startsWith(prefix)));
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        redisServer.close();
        mysqlServer.close();
    }
}
