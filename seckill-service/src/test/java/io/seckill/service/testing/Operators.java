package io.seckill.service.testing;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import io.seckill.service.ServiceConfiguration;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;

/** The operators' process without its web server and screens: everything of this module, and no worker. */
public final class Operators {

    private Operators() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ServiceConfiguration.class)
    static class Application {}

    /** On the shared Redis and a database of its own. */
    public static ConfigurableApplicationContext start() {
        return start(Map.of());
    }

    /** The same with some settings of its own, such as another Redis. */
    public static ConfigurableApplicationContext start(Map<String, String> settings) {
        return start(Stores.shared().newDatabase(), settings);
    }

    /** On a given database. The activities' ids begin where no other database's do, for Redis is shared. */
    public static ConfigurableApplicationContext start(Database database, Map<String, String> settings) {
        SpringApplication application = SeckillApplication.of(Application.class, "admin");
        application.setWebApplicationType(WebApplicationType.NONE);
        Map<String, String> stores = Stores.shared().springProperties(database);
        stores.putAll(settings);
        List<String> args = new ArrayList<>();
        stores.forEach((key, value) -> args.add("--" + key + "=" + value));
        ConfigurableApplicationContext context = application.run(args.toArray(String[]::new));
        long first = 1_000_000L + new SecureRandom().nextLong(1L << 40);
        context.getBean(JdbcTemplate.class).execute("ALTER TABLE seckill_activity AUTO_INCREMENT = " + first);
        return context;
    }
}
