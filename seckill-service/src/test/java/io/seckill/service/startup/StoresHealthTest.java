package io.seckill.service.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.Aof;
import io.seckill.common.stores.MySqlOptions;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.testing.Worker;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A store that will lose something one day is told of before it does. */
@ExtendWith(OutputCaptureExtension.class)
class StoresHealthTest {

    @Test
    void sound_stores_are_healthy() {
        try (ConfigurableApplicationContext worker = Worker.start()) {
            assertThat(health(worker)).isEqualTo(Health.up().build());
        }
    }

    @Test
    void a_redis_that_may_forget_is_told_of_at_the_start_and_by_health_until_it_is_put_right(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start(
                        RedisOptions.defaults().aof(Aof.OFF).with("--maxmemory-policy", "allkeys-lru"));
                ConfigurableApplicationContext worker = Worker.start(stores(redis, redis.password()))) {
            assertThat(output)
                    .contains("its maxmemory-policy is allkeys-lru")
                    .contains("Redis writes no append-only file");
            assertThat(health(worker).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(worker).getDetails()).containsOnlyKeys("redis.maxmemory-policy", "redis.append-only");

            set(worker, "maxmemory-policy", "noeviction");
            set(worker, "appendonly", "yes");
            assertThat(health(worker)).isEqualTo(Health.up().build());

            set(worker, "maxmemory-policy", "volatile-ttl");
            assertThat(health(worker).getDetails()).containsOnlyKeys("redis.maxmemory-policy");
        }
    }

    @Test
    void what_this_user_may_not_ask_redis_is_no_fault_of_redis() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults()
                        .with("--user", "modest", "on", ">modest", "~*", "&*", "+@all", "-info", "-config"));
                ConfigurableApplicationContext worker = Worker.start(as("modest", redis))) {
            assertThat(health(worker)).isEqualTo(Health.up().build());
        }
    }

    @Test
    void a_mysql_that_may_lose_commits_or_clamps_values_is_told_of(CapturedOutput output) {
        try (MySqlServer mysql = MySqlServer.start(MySqlOptions.defaults()
                .with("--innodb-flush-log-at-trx-commit=2", "--sql-mode=NO_ENGINE_SUBSTITUTION"))) {
            Map<String, String> stores = Stores.shared().springProperties(mysql.newDatabase());
            stores.computeIfPresent("spring.datasource.url", (key, url) -> url + "&jdbcCompliantTruncation=false");
            try (ConfigurableApplicationContext worker = Worker.start(stores)) {
                assertThat(output).contains("innodb_flush_log_at_trx_commit is 2");
                assertThat(health(worker).getStatus()).isEqualTo(Status.DOWN);
                assertThat(health(worker).getDetails()).containsOnlyKeys("mysql.flush-log", "mysql.sql-mode");
            }
        }
    }

    @Test
    void clocks_that_differ_are_told_of() {
        Map<String, String> stores =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
        try (ConfigurableApplicationContext worker = Worker.start(ahead, stores)) {
            assertThat(health(worker).getStatus()).isEqualTo(Status.DOWN);
            assertThat(health(worker).getDetails()).containsOnlyKeys("redis.clock", "mysql.clock");
        }
        assertThat(ClockGap.breach("Redis", 10_000, 12_000, 10_005)).isNull();
        assertThat(ClockGap.breach("Redis", 10_000, 13_000, 10_005)).isNotNull();
        assertThat(ClockGap.breach("Redis", 10_000, 13_000, 13_500))
                .as("a slow answer")
                .isNull();
    }

    @Test
    void a_store_that_is_away_is_not_judged_here() {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext worker = Worker.start(stores(redis, redis.password()))) {
            redis.kill9();

            Health health = health(worker);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsOnlyKeys("away");
        }
    }

    private static Health health(ConfigurableApplicationContext context) {
        return context.getBean(StoresHealth.class).health(true);
    }

    private static void set(ConfigurableApplicationContext context, String name, String value) {
        RedisCallback<Boolean> change = connection -> {
            connection.serverCommands().setConfig(name, value);
            return true;
        };
        context.getBean(StringRedisTemplate.class).execute(change);
    }

    private static Map<String, String> as(String user, RedisServer redis) {
        Map<String, String> stores = stores(redis, user);
        stores.put("spring.data.redis.username", user);
        return stores;
    }

    private static Map<String, String> stores(RedisServer redis, String password) {
        Map<String, String> stores =
                new HashMap<>(Stores.shared().springProperties(Stores.shared().newDatabase()));
        stores.put("spring.data.redis.host", redis.host());
        stores.put("spring.data.redis.port", Integer.toString(redis.port()));
        stores.put("spring.data.redis.password", password);
        return stores;
    }
}
