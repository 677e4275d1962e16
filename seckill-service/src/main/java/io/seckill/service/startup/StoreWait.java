package io.seckill.service.startup;

import io.seckill.service.startup.StoreProbe.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Lets a process start before its stores: it waits for them, and gives up in the end; and it does not start on a Redis
 * that is open to all. Comes before the beans: whatever connects there would else fail the start with a stack trace.
 * Later outages are each part's own affair.
 */
public final class StoreWait implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(StoreWait.class);
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    /** Both clients just as the settings have them, without the rest of the application. */
    @Configuration(proxyBeanMethods = false)
    @Import({DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class, SslAutoConfiguration.class})
    @EnableConfigurationProperties(StartupProperties.class)
    static class Clients {}

    @Override
    public void initialize(ConfigurableApplicationContext application) {
        try (AnnotationConfigApplicationContext clients = new AnnotationConfigApplicationContext()) {
            clients.setEnvironment(application.getEnvironment());
            clients.setClassLoader(application.getClassLoader());
            clients.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
            clients.register(Clients.class);
            clients.refresh();
            LettuceConnectionFactory redis = clients.getBean(LettuceConnectionFactory.class);
            StartupProperties properties = clients.getBean(StartupProperties.class);
            await(
                    List.of(new RedisProbe(redis), new MySqlProbe(clients.getBean(JdbcConnectionDetails.class))),
                    properties.patience());
            if (!properties.allowUnsafeRedis()) {
                new RedisDoor(redis).check();
            }
        }
    }

    private static void await(List<StoreProbe> stores, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        Map<StoreProbe, String> away = new HashMap<>();
        while (true) {
            List<String> missing = new ArrayList<>();
            for (StoreProbe store : stores) {
                look(store, away, patience);
                if (away.containsKey(store)) {
                    missing.add(store.store() + " cannot be reached: " + away.get(store));
                }
            }
            if (missing.isEmpty()) {
                return;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                String waited = patience.isZero() ? "" : " after " + patience.toSeconds() + " s";
                throw new StoresAwayException(
                        String.join("; ", missing) + ". Gave up" + waited + " (seckill.startup.wait).");
            }
            pause(Math.min(left, BETWEEN.toNanos()));
        }
    }

    /** Says once what is wrong, again if the reason changes, and when it is over. */
    private static void look(StoreProbe store, Map<StoreProbe, String> away, Duration patience) {
        try {
            store.ask();
            if (away.remove(store) != null) {
                log.info("{} is there now", store.store());
            }
        } catch (StoreUnavailableException e) {
            String reason = String.valueOf(e.getMessage());
            if (e.isDefinite()) {
                throw new StoresAwayException(store.store() + " does not let this process in: " + reason);
            }
            if (!reason.equals(away.put(store, reason)) && !patience.isZero()) {
                log.warn(
                        "{} cannot be reached: {}. Trying again every {} s for up to {} s",
                        store.store(),
                        reason,
                        BETWEEN.toSeconds(),
                        patience.toSeconds());
            }
        }
    }

    private static void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoresAwayException("interrupted while waiting for the stores");
        }
    }
}
