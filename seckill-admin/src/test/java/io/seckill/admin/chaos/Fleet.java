package io.seckill.admin.chaos;

import io.seckill.admin.AdminApplication;
import io.seckill.api.ApiApplication;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisServer;
import io.seckill.service.WorkerApplication;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Some of each process, a Redis and a MySQL, and between any process and a store a wire that can be hurt. */
final class Fleet implements AutoCloseable {

    static final String PASSWORD = "operator-of-the-chaos-run";
    static final String PAYMENT_SECRET = "secret-of-the-payment-provider-in-the-chaos-run";

    private static final Duration READY = Duration.ofSeconds(120);

    private volatile RedisServer redis;
    private final MySqlServer mysql;
    private final Database database;
    private final Path directory;
    private final ChaosOptions options;
    private final String classPath;
    private final List<Wire> wires = new ArrayList<>();
    private final List<JvmProcess> apis = new ArrayList<>();
    private final List<JvmProcess> workers = new ArrayList<>();
    private final List<JvmProcess> admins = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    /** What runs from one process to one store, such as {@code api-1 to redis}. */
    private record Wire(String name, FaultProxy proxy) {}

    private Fleet(ChaosOptions options) {
        this.options = options;
        redis = RedisServer.start();
        mysql = MySqlServer.start();
        database = mysql.newDatabase();
        try {
            directory = Files.createTempDirectory("seckill-chaos-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String own = System.getProperty("java.class.path");
        Defect defect = options.defect();
        classPath =
                defect == null ? own : DefectBuild.of(defect, directory.resolve("defect")) + File.pathSeparator + own;
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
        admins.add(process("admin-1", AdminApplication.class));
        admins.get(0).start();
        // The first one lays the tables out.
        awaitReady(admins.get(0), "/login");
        for (int i = 2; i <= options.nodes(); i++) {
            admins.add(process("admin-" + i, AdminApplication.class));
        }
        for (int i = 1; i <= options.nodes(); i++) {
            apis.add(process("api-" + i, ApiApplication.class));
            workers.add(process("worker-" + i, WorkerApplication.class));
        }
        Stream.of(admins.subList(1, admins.size()), apis, workers)
                .flatMap(List::stream)
                .forEach(JvmProcess::start);
        awaitAll();
    }

    private JvmProcess process(String name, Class<?> main) {
        FaultProxy toRedis = FaultProxy.to(redis.host(), redis.port());
        FaultProxy toMySql = FaultProxy.to(mysql.host(), mysql.port());
        wires.add(new Wire(name + " to redis", toRedis));
        wires.add(new Wire(name + " to mysql", toMySql));
        Database wired = database.via(toMySql.host(), toMySql.port());
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "spring.datasource.url",
                wired.jdbcUrl() + separator(wired.jdbcUrl()) + "connectTimeout=2000&socketTimeout=5000");
        settings.put("spring.datasource.username", wired.user());
        settings.put("spring.datasource.password", wired.password());
        settings.put("spring.data.redis.host", toRedis.host());
        settings.put("spring.data.redis.port", Integer.toString(toRedis.port()));
        if (redis.password() != null) {
            settings.put("spring.data.redis.password", redis.password());
        }
        settings.put("spring.profiles.active", "dev");
        settings.put("seckill.identity.mode", "jwt");
        settings.put("seckill.identity.jwt.secret", Identities.SECRET);
        settings.put("seckill.admin.password", PASSWORD);
        settings.put("seckill.payment.secret", PAYMENT_SECRET);
        settings.put("seckill.rate-limit.shared", "true");
        settings.put("seckill.rate-limit.order.capacity", "20");
        settings.put("seckill.rate-limit.order.per-second", "20");
        settings.put("seckill.grab.timeout", "1s");
        settings.put("seckill.grab.max-regrabs", "1000");
        settings.put("seckill.order.pay-within", "5s");
        settings.put("seckill.order.confirming-for", "8s");
        settings.put("seckill.queue.lease", "6s");
        settings.put("seckill.queue.max-failures", "20");
        settings.put("seckill.reconcile.automatic-rebuild", "true");
        settings.put("seckill.reconcile.interval", "10s");
        settings.put("spring.main.sources", SkewedClock.Wearing.class.getName());
        settings.put("spring.main.banner-mode", "off");
        settings.put("logging.level.root", "warn");
        settings.put("logging.level.io.seckill", "info");
        settings.putAll(options.settings());
        return new JvmProcess(name, main, freePort(), settings, classPath, directory);
    }

    private static String separator(String url) {
        return url.contains("?") ? "&" : "?";
    }

    /** Waits until every process takes requests. */
    void awaitAll() {
        admins.forEach(admin -> awaitReady(admin, "/login"));
        apis.forEach(api -> awaitReady(api, "/seckill/activities"));
        workers.forEach(worker -> awaitReady(worker, "/actuator/health/liveness"));
    }

    private void awaitReady(JvmProcess process, String path) {
        HttpRequest look = HttpRequest.newBuilder(URI.create(process.url() + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        Awaitility.await(process.name() + " is ready; its log: " + process.log())
                .atMost(READY)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions()
                .until(() ->
                        http.send(look, HttpResponse.BodyHandlers.discarding()).statusCode() == 200);
    }

    RedisServer redis() {
        return redis;
    }

    /** Kills Redis and lets a replica take its place that has heard nothing for a while. */
    void failOver(Duration lag) {
        RedisServer old = redis;
        redis = Failover.of(old, lag);
        wires(Pattern.compile(".* to redis")).forEach(wire -> wire.redirect(redis.host(), redis.port()));
        old.close();
    }

    MySqlServer mysql() {
        return mysql;
    }

    Database database() {
        return database;
    }

    /** Those wires that the run may hurt. */
    List<FaultProxy> wires() {
        return wires(options.wires());
    }

    /** The wires with such a name. */
    List<FaultProxy> wires(Pattern names) {
        return wires.stream()
                .filter(wire -> names.matcher(wire.name()).matches())
                .map(Wire::proxy)
                .toList();
    }

    List<JvmProcess> apis() {
        return apis;
    }

    List<JvmProcess> workers() {
        return workers;
    }

    List<JvmProcess> admins() {
        return admins;
    }

    Path directory() {
        return directory;
    }

    /** Everything as it should be: no wire hurt, every process running. */
    void heal() {
        wires.forEach(wire -> wire.proxy().pass());
        Stream.of(admins, apis, workers).flatMap(List::stream).forEach(process -> setClock(process, Duration.ZERO));
        Stream.of(admins, apis, workers).flatMap(List::stream).forEach(process -> {
            process.resume();
            if (!process.isAlive()) {
                process.start();
            }
        });
    }

    /** Sets the clock of a process wrong by so much. */
    void setClock(JvmProcess process, Duration wrong) {
        try {
            SkewedClock.set(process.clock(), wrong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void killAll() {
        Stream.of(admins, apis, workers).flatMap(List::stream).forEach(JvmProcess::close);
    }

    @Override
    public void close() {
        killAll();
        wires.forEach(wire -> wire.proxy().close());
        redis.close();
        mysql.close();
    }
}
