package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

class LockAutoConfigurationTest {

    private static final RedisAddress REDIS = TestRedis.shared();

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class))
            .withPropertyValues(
                    "spring.data.redis.host=" + REDIS.host(),
                    "spring.data.redis.port=" + REDIS.port(),
                    "spring.data.redis.password=" + REDIS.password(),
                    "seckill.lock.redisson.min-idle=1");

    @Test
    void the_lock_is_there_without_any_setting_and_without_redisson_and_micrometer() {
        application
                .withClassLoader(new FilteredClassLoader("org.redisson", "io.micrometer.core"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RedisLockClient.class);
                    assertThat(context.getBean(LockTemplate.class)
                                    .tryRun("auto:plain", held -> true)
                                    .done())
                            .hasValue(true);
                });
    }

    @Test
    void what_is_set_by_default_is_what_the_defaults_are() {
        application.run(context -> assertThat(context.getBean(LockProperties.class))
                .isEqualTo(new LockProperties(
                        LockProperties.Provider.REDIS,
                        "seckill:lock:",
                        Duration.ofMillis(1000),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(100),
                        new LockProperties.Redisson(1, 200))));
        assertThat(LockProperties.defaults().redisson().minIdle()).isEqualTo(20);
    }

    @Test
    void prefix_and_expiry_are_taken_from_the_settings() {
        application
                .withPropertyValues("seckill.lock.prefix=shop:", "seckill.lock.expiry=7s")
                .run(context -> {
                    context.getBean(LockClient.class).tryLock("auto:prefix", "me");
                    Long left = context.getBean(StringRedisTemplate.class)
                            .getExpire("shop:{auto:prefix}", java.util.concurrent.TimeUnit.MILLISECONDS);
                    assertThat(left).isBetween(1001L, 7000L);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prefix=",
                "prefix=a b",
                "prefix=a{b}",
                "expiry=0ms",
                "expiry=2d",
                "lease=29ms",
                "max-pause=1ms",
                "redisson.pool-size=0",
                "provider=zookeeper"
            })
    void a_setting_that_makes_no_sense_stops_the_start(String setting) {
        application
                .withPropertyValues("seckill.lock." + setting)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void redisson_is_made_from_the_settings_of_spring_data_redis() {
        application
                .withPropertyValues(
                        "seckill.lock.provider=redisson", "seckill.lock.lease=7s", "spring.data.redis.database=3")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(RedissonLockClient.class);
                    Config config = context.getBean(RedissonClient.class).getConfig();
                    assertThat(config.getLockWatchdogTimeout()).isEqualTo(7000);
                    assertThat(config.useSingleServer().getDatabase()).isEqualTo(3);
                    assertThat(config.useSingleServer().getConnectionPoolSize()).isEqualTo(200);
                    assertThat(context.getBean(LockTemplate.class)
                                    .tryRun("auto:redisson", held -> true)
                                    .done())
                            .hasValue(true);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redisson"})
    void a_redis_with_a_password_is_no_obstacle(String provider) {
        try (RedisServer server = RedisServer.start(RedisOptions.defaults().password("not-a-secret"))) {
            application
                    .withPropertyValues(
                            "seckill.lock.provider=" + provider,
                            "spring.data.redis.port=" + server.port(),
                            "spring.data.redis.password=not-a-secret")
                    .run(context -> assertThat(context.getBean(LockTemplate.class)
                                    .tryRun("auto:password", held -> true)
                                    .done())
                            .hasValue(true));
        }
    }

    @Test
    void a_redisson_client_of_the_applications_own_is_used() {
        RedissonClient own = RedissonNodes.connect(REDIS, Duration.ofSeconds(5));
        application
                .withBean(RedissonClient.class, () -> own)
                .withPropertyValues("seckill.lock.provider=redisson")
                .run(context ->
                        assertThat(context.getBean(RedissonClient.class)).isSameAs(own));
        own.shutdown();
    }

    @Test
    void redisson_that_is_asked_for_and_not_there_stops_the_start_with_what_to_do() {
        application
                .withClassLoader(new FilteredClassLoader(Redisson.class))
                .withPropertyValues("seckill.lock.provider=redisson")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("org.redisson:redisson on the class path"));
    }

    @Test
    void hold_times_are_a_histogram_and_busy_and_lost_locks_are_counted() {
        application.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> {
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            LockTemplate template = context.getBean(LockTemplate.class);
            LockClient client = context.getBean(LockClient.class);
            template.tryRun("auto-metrics:1", held -> true);
            template.tryRun("auto-metrics:2", held -> true);
            client.tryLock("auto-metrics:3", "somebody", 200);
            template.tryRun("auto-metrics:3", held -> true);
            client.unlock("auto-metrics:3", "nobody");

            assertThat(meters.get("seckill.lock.hold")
                            .tag("lock", "auto-metrics")
                            .timer()
                            .count())
                    .isEqualTo(2);
            assertThat(meters.get("seckill.lock.busy").counter().count()).isEqualTo(1);
            assertThat(meters.get("seckill.lock.lost").counter().count()).isEqualTo(1);
        });
    }
}
