package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A cluster of one master refuses a script over two slots as one of many does. */
class ClusterTest {

    private static RedisServer server;

    @BeforeAll
    static void form() {
        server = RedisServer.start(RedisOptions.defaults()
                .password(null)
                .with("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"));
        RedisClient client = RedisClient.create(RedisURI.create(server.host(), server.port()));
        RedisCommands<String, String> redis = client.connect().sync();
        redis.clusterAddSlots(IntStream.range(0, 16384).toArray());
        await().until(() -> redis.clusterInfo().contains("cluster_state:ok"));
        client.shutdown();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static void worksUnder(LockClient client) throws Exception {
        for (String name : List.of("cluster:1001", "cluster:1002", "x")) {
            LockRequest mine = LockRequest.of(name);
            LockLease lease = client.acquire(mine).orElseThrow();
            assertThat(client.acquire(mine).orElseThrow().release()).isTrue();
            assertThat(lease.renew()).isTrue();
            assertThat(client.tryLock(name, "request", 1000)).isFalse();
            assertThat(lease.release()).isTrue();
            assertThat(client.tryLock(name, "request", 1000)).isTrue();
            assertThat(client.extend(name, "request", 2000)).isTrue();
            assertThat(client.unlock(name, "request")).isTrue();
        }
    }

    @Test
    void plain_redis_locks_on_a_cluster() throws Exception {
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                new RedisClusterConfiguration(List.of(server.host() + ":" + server.port())));
        connections.afterPropertiesSet();
        connections.start();
        try {
            worksUnder(new RedisLockClient(
                    new StringRedisTemplate(connections), LockProperties.defaults(), LockListener.NONE));
        } finally {
            connections.destroy();
        }
    }

    @Test
    void redisson_locks_on_a_cluster() throws Exception {
        Config config = new Config();
        config.setLockWatchdogTimeout(Duration.ofSeconds(10).toMillis());
        config.useClusterServers()
                .addNodeAddress("redis://" + server.host() + ":" + server.port())
                .setMasterConnectionMinimumIdleSize(1);
        RedissonClient redisson = Redisson.create(config);
        try {
            worksUnder(new RedissonLockClient(redisson, LockProperties.defaults(), LockListener.NONE));
        } finally {
            redisson.shutdown();
        }
    }
}
