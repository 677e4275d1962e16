package io.seckill.admin.browser;

import io.seckill.admin.testing.Console;
import io.seckill.api.ApiApplication;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import io.seckill.service.WorkerApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * API, worker and console in this JVM, on free ports and on one database, as a newcomer runs them: in the profile dev,
 * where a buyer is whoever the request says.
 */
public final class WholeShop implements AutoCloseable {

    private final ConfigurableApplicationContext worker;
    private final ConfigurableApplicationContext api;
    private final Console console;

    private WholeShop(ConfigurableApplicationContext worker, ConfigurableApplicationContext api, Console console) {
        this.worker = worker;
        this.api = api;
        this.console = console;
    }

    static WholeShop start() {
        Database database = Stores.shared().newDatabase();
        Map<String, String> shared = Stores.shared().springProperties(database);
        shared.put("spring.profiles.active", "dev");
        shared.put("spring.main.banner-mode", "off");
        // Other tests leave messages in queues that no worker shall take, and this one runs as long as they do.
        shared.put("spring.data.redis.database", "1");
        // A JVM that is still cold, on a machine that also builds: patience, rather than CONFIRMING.
        shared.put("seckill.grab.timeout", "10s");
        shared.put("spring.data.redis.timeout", "10s");
        shared.put("seckill.reconcile.confirm-after", "200ms");
        ConfigurableApplicationContext worker = run(WorkerApplication.class, "worker", shared, Map.of());
        ConfigurableApplicationContext api =
                run(ApiApplication.class, "api", shared, Map.of("server.port", "0", "seckill.identity.mode", "param"));
        return new WholeShop(worker, api, Console.start(shared));
    }

    private static ConfigurableApplicationContext run(
            Class<?> application, String process, Map<String, String> shared, Map<String, String> own) {
        SpringApplication starting = SeckillApplication.of(application, process);
        if (own.isEmpty()) {
            starting.setWebApplicationType(WebApplicationType.NONE);
        }
        List<String> arguments = new ArrayList<>();
        shared.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        own.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return starting.run(arguments.toArray(String[]::new));
    }

    /** {@return the console, with its users, beans and tables} */
    public Console console() {
        return console;
    }

    /** {@return the worker's context} */
    public ConfigurableApplicationContext worker() {
        return worker;
    }

    /** {@return where the storefront and its REST service are, without a slash at the end} */
    public String apiUrl() {
        return url(api);
    }

    private static String url(ConfigurableApplicationContext context) {
        return "http://127.0.0.1:"
                + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    @Override
    public void close() {
        console.close();
        api.close();
        worker.close();
    }
}
