package io.seckill.service.testing;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import io.seckill.service.WorkerApplication;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** The worker process, in this JVM. */
public final class Worker {

    private Worker() {}

    /** On a database of its own, without its web server; more settings as {@code key=value}. */
    public static ConfigurableApplicationContext start(String... settings) {
        return start(Stores.shared().newDatabase(), settings);
    }

    public static ConfigurableApplicationContext start(Database database, String... settings) {
        return start(Stores.shared().springProperties(database), settings);
    }

    public static ConfigurableApplicationContext start(Map<String, String> stores, String... settings) {
        return run("worker", null, stores, settings);
    }

    /** On a machine whose clock goes otherwise. */
    public static ConfigurableApplicationContext start(Clock clock, Map<String, String> stores, String... settings) {
        return run("worker", clock, stores, settings);
    }

    /** Takes orders and tells their status, but has no worker's duties: what the API is to this module. */
    public static ConfigurableApplicationContext doorOnly(Map<String, String> stores, String... settings) {
        return run("api", null, stores, settings);
    }

    private static ConfigurableApplicationContext run(
            String process, Clock clock, Map<String, String> stores, String... settings) {
        SpringApplication application = SeckillApplication.of(WorkerApplication.class, process);
        if (clock != null) {
            application.addInitializers(
                    context -> ((GenericApplicationContext) context).registerBean("clock", Clock.class, () -> clock));
        }
        application.setWebApplicationType(WebApplicationType.NONE);
        List<String> args = new ArrayList<>();
        stores.forEach((key, value) -> args.add("--" + key + "=" + value));
        for (String setting : settings) {
            args.add("--" + setting);
        }
        return application.run(args.toArray(String[]::new));
    }
}
