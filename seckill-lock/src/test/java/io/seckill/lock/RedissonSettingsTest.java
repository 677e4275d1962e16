package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What spring.data.redis says, as Redisson is told; nothing is connected to. */
class RedissonSettingsTest {

    private Config from(String... properties) {
        Config[] config = new Config[1];
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withPropertyValues(properties)
                .run(context -> config[0] = RedissonSettings.from(
                        context.getBean(DataRedisConnectionDetails.class),
                        context.getBean(DataRedisProperties.class),
                        LockProperties.defaults()));
        return config[0];
    }

    @Test
    void one_server() {
        Config config = from(
                "spring.data.redis.host=::1",
                "spring.data.redis.port=7001",
                "spring.data.redis.username=shop",
                "spring.data.redis.password=word",
                "spring.data.redis.database=2",
                "spring.data.redis.timeout=700ms",
                "spring.data.redis.connect-timeout=300ms",
                "spring.data.redis.client-name=shop");
        assertThat(config.getUsername()).isEqualTo("shop");
        assertThat(config.getPassword()).isEqualTo("word");
        assertThat(config.useSingleServer().getAddress()).isEqualTo("redis://[::1]:7001");
        assertThat(config.useSingleServer().getDatabase()).isEqualTo(2);
        assertThat(config.useSingleServer().getTimeout()).isEqualTo(700);
        assertThat(config.useSingleServer().getConnectTimeout()).isEqualTo(300);
        assertThat(config.useSingleServer().getClientName()).isEqualTo("shop");
        assertThat(config.useSingleServer().getConnectionMinimumIdleSize()).isEqualTo(20);
        assertThat(config.useSingleServer().getConnectionPoolSize()).isEqualTo(200);
    }

    @Test
    void sentinel() {
        Config config = from(
                "spring.data.redis.sentinel.master=mine",
                "spring.data.redis.sentinel.nodes=one:26379,two:26379",
                "spring.data.redis.sentinel.password=sentinel-word",
                "spring.data.redis.password=word",
                "spring.data.redis.database=1");
        assertThat(config.useSentinelServers().getMasterName()).isEqualTo("mine");
        assertThat(config.useSentinelServers().getSentinelAddresses())
                .containsExactly("redis://one:26379", "redis://two:26379");
        assertThat(config.useSentinelServers().getSentinelPassword()).isEqualTo("sentinel-word");
        assertThat(config.getPassword()).isEqualTo("word");
        assertThat(config.useSentinelServers().getDatabase()).isEqualTo(1);
        assertThat(config.useSentinelServers().getReadMode()).isEqualTo(ReadMode.MASTER);
        assertThat(config.useSentinelServers().getMasterConnectionPoolSize()).isEqualTo(200);
    }

    @Test
    void cluster() {
        Config config = from("spring.data.redis.cluster.nodes=one:7001,two:7002");
        assertThat(config.useClusterServers().getNodeAddresses())
                .containsExactly("redis://one:7001", "redis://two:7002");
        assertThat(config.useClusterServers().getMasterConnectionMinimumIdleSize())
                .isEqualTo(20);
    }

    @Test
    void a_master_with_replicas() {
        Config config = from("spring.data.redis.masterreplica.nodes=one:7001,two:7002");
        assertThat(config.useReplicatedServers().getNodeAddresses())
                .containsExactly("redis://one:7001", "redis://two:7002");
    }

    @Test
    void tls() {
        Config config = from("spring.data.redis.host=one", "spring.data.redis.ssl.enabled=true");
        assertThat(config.useSingleServer().getAddress()).isEqualTo("rediss://one:6379");
        assertThat(config.getSslTrustManagerFactory()).isNotNull();
    }
}
