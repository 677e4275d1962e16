package io.seckill.admin.testing;

import io.seckill.admin.AdminApplication;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The console, running on a free port, on a database of its own. */
public final class Console implements AutoCloseable {

    private static final String VIEWER = "viewer";

    private final String password = randomPassword();
    private final ConfigurableApplicationContext context;

    private Console(Map<String, String> settings) {
        Map<String, String> all =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        all.put("server.port", "0");
        all.put("seckill.admin.password", password);
        all.put("seckill.admin.users[0].name", VIEWER);
        all.put("seckill.admin.users[0].password", password + "-viewer");
        all.put("seckill.admin.zone", "Asia/Shanghai");
        all.putAll(settings);
        List<String> args = new ArrayList<>();
        all.forEach((key, value) -> args.add("--" + key + "=" + value));
        context = SeckillApplication.of(AdminApplication.class, "admin").run(args.toArray(String[]::new));
        // Redis is shared: the activities' ids begin where no other database's do.
        long first = 1_000_000L + new SecureRandom().nextLong(1L << 40);
        mysql().execute("ALTER TABLE seckill_activity AUTO_INCREMENT = " + first);
    }

    public static Console start() {
        return new Console(Map.of());
    }

    public static Console start(Map<String, String> settings) {
        return new Console(settings);
    }

    public String url() {
        return "http://127.0.0.1:"
                + ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    public String username() {
        return "operator";
    }

    public String password() {
        return password;
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public JdbcTemplate mysql() {
        return context.getBean(JdbcTemplate.class);
    }

    /** A browser in which nobody has signed in. */
    public Browser stranger() {
        return new Browser(url());
    }

    /** A browser in which the operator has signed in. */
    public Browser operator() {
        Browser browser = stranger();
        browser.signIn(username(), password);
        return browser;
    }

    /** A browser in which somebody has signed in who may only look. */
    public Browser viewer() {
        Browser browser = stranger();
        browser.signIn(VIEWER, password + "-viewer");
        return browser;
    }

    @Override
    public void close() {
        context.close();
    }

    private static String randomPassword() {
        byte[] bytes = new byte[12];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
