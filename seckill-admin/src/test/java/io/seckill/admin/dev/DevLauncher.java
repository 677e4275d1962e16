package io.seckill.admin.dev;

import io.seckill.admin.AdminApplication;
import io.seckill.api.ApiApplication;
import io.seckill.common.stores.StoreException;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import io.seckill.service.WorkerApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;

/**
 * The newcomer's run: Redis and a MySQL-family server with their data in {@code .dev/}, and the API, the console and a
 * worker on them, all in this JVM. Started by {@code scripts/start.sh}, or by {@code mvnw -q -pl seckill-admin -am
 * spring-boot:test-run}. It ends with Ctrl-C, contexts first, stores last.
 */
public final class DevLauncher {

    private static final Path DIRECTORY = Path.of(".dev");

    private static volatile boolean stopping;

    private final DevOptions options;
    private final long began = System.nanoTime();

    private DevLauncher(DevOptions options) {
        this.options = options;
    }

    /**
     * @param arguments {@code --reset} to forget the data of earlier runs; through Maven
     *     {@code -Dspring-boot.run.arguments=--reset}
     */
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping = true));
        try {
            new DevLauncher(DevOptions.of(arguments, System.getenv())).run();
        } catch (RuntimeException | Error e) {
            // Whoever stops it while it starts need not hear what that broke.
            if (!stopping) {
                explain(e);
                System.exit(1);
            }
        }
    }

    private static void explain(Throwable failure) {
        if (failure instanceof DevException || failure instanceof StoreException) {
            System.err.println("\nSeckill cannot start: " + failure.getMessage());
        } else {
            failure.printStackTrace();
        }
    }

    private void run() {
        if (Stores.inUse(DIRECTORY)) {
            throw new DevException("it runs already, on the data in " + DIRECTORY.toAbsolutePath()
                    + ". Use that one, or stop it first (Ctrl-C there).");
        }
        options.requireFreePorts();
        say("starting the stores, with their data in " + DIRECTORY.toAbsolutePath());
        Stores stores = Stores.open(DIRECTORY, options.reset(), this::say);
        OperatorFile operator = new OperatorFile(DIRECTORY, System.getenv());
        Map<String, String> shared = shared(stores);

        ApplicationContext worker = start(WorkerApplication.class, "worker", Map.of(), shared);
        SampleStanding sample = SampleStanding.of(SampleActivity.prepare(worker), worker);
        start(ApiApplication.class, "api", web(options.apiPort()), shared);
        Map<String, String> console = new LinkedHashMap<>(web(options.adminPort()));
        console.put("seckill.admin.username", OperatorFile.USER);
        console.put("seckill.admin.password", operator.password());
        console.put("seckill.admin.storefront.url", options.apiUrl());
        start(AdminApplication.class, "admin", console, shared);

        operator.write(options);
        SpringApplication.getShutdownHandlers().add(operator::delete);
        welcome(operator, sample);
    }

    private static Map<String, String> shared(Stores stores) {
        Map<String, String> shared = new LinkedHashMap<>(stores.springProperties(stores.database("seckill_dev")));
        shared.put("spring.profiles.active", "dev");
        shared.put("spring.main.banner-mode", "off");
        shared.put("spring.main.log-startup-info", "false");
        shared.put("seckill.identity.mode", "param");
        // A JVM that is still cold, on a machine that also builds: patience, rather than CONFIRMING.
        shared.put("seckill.grab.timeout", "10s");
        shared.put("spring.data.redis.timeout", "10s");
        shared.put("logging.level.root", "warn");
        shared.put("logging.level.io.seckill", "info");
        shared.put("logging.pattern.console", "%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n");
        return shared;
    }

    private Map<String, String> web(int port) {
        return Map.of("server.address", options.address(), "server.port", Integer.toString(port));
    }

    private ApplicationContext start(
            Class<?> application, String process, Map<String, String> own, Map<String, String> shared) {
        say("starting " + process);
        SpringApplication starting = SeckillApplication.of(application, process);
        if (own.isEmpty()) {
            starting.setWebApplicationType(WebApplicationType.NONE);
        }
        List<String> arguments = new ArrayList<>();
        shared.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        own.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        try {
            return starting.run(arguments.toArray(String[]::new));
        } catch (RuntimeException reportedBySpringBoot) {
            throw new DevException("the " + process + " did not start; the reason is above.");
        }
    }

    private void welcome(OperatorFile operator, SampleStanding sample) {
        System.out.printf(
                """

                Seckill runs (ready after %d s).

                  Shop      %s/
                  API       %s/swagger-ui.html
                  Console   %s   user %s, password %s
                  Activity  %d: %d of %d units left%s

                  Buy one   curl -X POST '%s/seckill/order?activityId=%d&userId=900042'
                  Sell it   scripts/load.sh --activity %d --users 2000 --concurrency 200
                  Check it  scripts/verify.sh %d

                Ctrl-C stops it; its data stay in .dev. To begin afresh: scripts/start.sh --reset
                %n""",
                Duration.ofNanos(System.nanoTime() - began).toSeconds(),
                options.apiUrl(),
                options.apiUrl(),
                options.adminUrl(),
                OperatorFile.USER,
                operator.shownPassword(),
                sample.id(),
                sample.left(),
                sample.total(),
                sample.complaint() == null ? "" : "; " + sample.complaint() + ": begin afresh with --reset",
                options.apiUrl(),
                sample.id(),
                sample.id(),
                sample.id());
    }

    private void say(String line) {
        System.out.printf(
                "[%3d s] %s%n", Duration.ofNanos(System.nanoTime() - began).toSeconds(), line);
    }
}
