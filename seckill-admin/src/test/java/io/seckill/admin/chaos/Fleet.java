package io.seckill.admin.chaos;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Ports;
import io.seckill.common.stores.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Some of each process, a Redis and a MySQL, and between any process and a store a wire that can be hurt. */
final class Fleet implements AutoCloseable {

    static final String PASSWORD = "operator-of-the-chaos-run";
    static final String PAYMENT_SECRET = "secret-of-the-payment-provider-in-the-chaos-run";

    private static final String TO_REDIS = " to redis";

    private volatile RedisServer redis;
    private final MySqlServer mysql;
    private final Database database;
    private final Path directory;
    private volatile ChaosOptions options;
    private final List<Wire> wires = new CopyOnWriteArrayList<>();
    private final Map<Role, List<JvmProcess>> seats = new EnumMap<>(Role.class);

    /** What runs from one process to one store, such as {@code api-1 to redis}. */
    private record Wire(JvmProcess from, String name, FaultProxy proxy) {}

    private Fleet(ChaosOptions options) {
        this.options = options;
        for (Role role : Role.values()) {
            seats.put(role, new CopyOnWriteArrayList<>());
        }
        redis = RedisServer.start();
        mysql = MySqlServer.start();
        database = mysql.newDatabase();
        try {
            directory = Files.createTempDirectory("seckill-chaos-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts everything and waits until it takes requests. */
    static Fleet start(ChaosOptions options) {
        Fleet fleet = new Fleet(options);
        // Whoever ends the run leaves no process behind.
        Runtime.getRuntime().addShutdownHook(new Thread(fleet::killAll));
        try {
            fleet.launch();
            return fleet;
        } catch (RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    private void launch() {
        Defect defect = options.defect();
        Path classes = defect == null ? null : DefectBuild.of(defect, directory.resolve("defect"));
        for (Role role : Role.values()) {
            for (int i = 1; i <= options.nodes(); i++) {
                seats.get(role).add(process(role, role.lower() + "-" + i, classes, options.settings()));
            }
        }
        JvmProcess first = admins().get(0);
        first.start();
        // The first one lays the tables out.
        first.awaitReady();
        all().filter(process -> process != first).forEach(JvmProcess::start);
        awaitAll();
    }

    /**
     * A process that is not started yet and has no place yet.
     *
     * @param role what it does
     * @param name its name
     * @param classes what its class path begins with; {@code null} if with nothing else
     * @param settings that differ from the usual ones
     */
    JvmProcess process(Role role, String name, @Nullable Path classes, Map<String, String> settings) {
        FaultProxy toRedis = FaultProxy.to(redis.host(), redis.port());
        FaultProxy toMySql = FaultProxy.to(mysql.host(), mysql.port());
        String own = System.getProperty("java.class.path");
        JvmProcess process = new JvmProcess(
                name,
                role,
                Ports.free(),
                ShopSettings.of(
                        database.via(toMySql.host(), toMySql.port()),
                        toRedis,
                        redis.password(),
                        options.rhythm(),
                        settings),
                classes == null ? own : classes + File.pathSeparator + own,
                directory);
        wires.add(new Wire(process, name + TO_REDIS, toRedis));
        wires.add(new Wire(process, name + " to mysql", toMySql));
        return process;
    }

    /** From now on these do what the others of their kind did. */
    void seat(Role role, List<JvmProcess> processes) {
        List<JvmProcess> seated = seats.get(role);
        seated.clear();
        seated.addAll(processes);
    }

    /** What comes now is to be as these say. */
    void begin(ChaosOptions now) {
        options = now;
    }

    /** By how much faults are shorter than usual. */
    int haste() {
        return options.rhythm().haste();
    }

    /** Waits until every process takes requests. */
    void awaitAll() {
        all().forEach(JvmProcess::awaitReady);
    }

    RedisServer redis() {
        return redis;
    }

    /** Asks Redis itself, past the wires. */
    <T> T onRedis(Function<RedisCommands<String, String>, T> work) {
        RedisClient client = RedisClient.create(RedisURI.create(redis.cliUrl()));
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return work.apply(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }

    /** Kills Redis and lets a replica take its place that has heard nothing for a while. */
    void failOver(Duration lag) {
        RedisServer old = redis;
        redis = Failover.of(old, lag);
        wires.stream()
                .filter(wire -> wire.name().endsWith(TO_REDIS))
                .forEach(wire -> wire.proxy().redirect(redis.host(), redis.port()));
        old.close();
    }

    MySqlServer mysql() {
        return mysql;
    }

    Database database() {
        return database;
    }

    /** {@return which stores these are} */
    String stores() {
        return "Redis " + redis.version() + ", " + (mysql.isMariaDb() ? "MariaDB " : "MySQL ")
                + mysql.version().replace("-MariaDB", "");
    }

    /** Those wires of processes at their places that may be hurt now. */
    List<FaultProxy> wires() {
        return wires(options.wires());
    }

    /** The wires with such a name of processes at their places. */
    List<FaultProxy> wires(Pattern names) {
        List<JvmProcess> seated = all().toList();
        return wires.stream()
                .filter(wire -> seated.contains(wire.from()))
                .filter(wire -> names.matcher(wire.name()).matches())
                .map(Wire::proxy)
                .toList();
    }

    List<JvmProcess> apis() {
        return seats.get(Role.API);
    }

    List<JvmProcess> workers() {
        return seats.get(Role.WORKER);
    }

    List<JvmProcess> admins() {
        return seats.get(Role.ADMIN);
    }

    private Stream<JvmProcess> all() {
        return seats.values().stream().flatMap(List::stream);
    }

    Path directory() {
        return directory;
    }

    /** Everything as it should be: no wire hurt, every process running. */
    void heal() {
        wires.forEach(wire -> wire.proxy().pass());
        all().forEach(process -> setClock(process, Duration.ZERO));
        all().forEach(JvmProcess::revive);
    }

    /** Sets the clock of a process wrong by so much. */
    void setClock(JvmProcess process, Duration wrong) {
        try {
            SkewedClock.set(process.clock(), wrong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those without a place too. */
    private void killAll() {
        wires.stream().map(Wire::from).distinct().forEach(JvmProcess::close);
    }

    @Override
    public void close() {
        killAll();
        wires.forEach(wire -> wire.proxy().close());
        redis.close();
        mysql.close();
    }
}
