package io.seckill.lock;

import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Nodes over Spring Data Redis: ours, and the broken ones of the negative controls. */
public class RedisNodes implements LockNodes {

    @Override
    public LockNode open(RedisAddress redis, Duration lease) {
        LockProperties properties = LockProperties.defaults().withLease(lease);
        return open(redis, lease, template -> new RedisLockClient(template, properties, LockListener.NONE));
    }

    /**
     * @param redis where
     * @param lease of renewed locks
     * @param lock makes the client under test
     * @return a node with that client
     */
    public static LockNode open(RedisAddress redis, Duration lease, Function<StringRedisTemplate, LockClient> lock) {
        LettuceConnectionFactory connections = connect(redis, LockNodes.patience(lease));
        LockClient client = lock.apply(new StringRedisTemplate(connections));
        LockTemplate template = new LockTemplate(client, LockListener.NONE);
        return new Node(client, template, connections);
    }

    static LettuceConnectionFactory connect(RedisAddress redis) {
        return connect(redis, Duration.ofSeconds(10));
    }

    private static LettuceConnectionFactory connect(RedisAddress redis, Duration timeout) {
        RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(redis.host(), redis.port());
        where.setPassword(redis.password());
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                where,
                LettuceClientConfiguration.builder()
                        .commandTimeout(timeout)
                        .shutdownTimeout(Duration.ZERO)
                        .build());
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    private record Node(LockClient client, LockTemplate template, LettuceConnectionFactory connections)
            implements LockNode {

        @Override
        public void close() {
            template.close();
            connections.destroy();
        }
    }
}
