package io.seckill.lock;

import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;

/** Nodes over Redisson. */
public final class RedissonNodes implements LockNodes {

    @Override
    public LockNode open(RedisAddress redis, Duration lease) {
        RedissonClient redisson = connect(redis, lease);
        LockClient client = new RedissonLockClient(redisson, LockProperties.defaults(), LockListener.NONE);
        return new Node(client, new LockTemplate(client, LockListener.NONE), redisson);
    }

    static RedissonClient connect(RedisAddress redis, Duration lease) {
        Config config = new Config();
        config.setLockWatchdogTimeout(lease.toMillis());
        config.setThreads(2).setNettyThreads(2);
        if (!redis.password().isEmpty()) {
            config.setPassword(redis.password());
        }
        config.useSingleServer()
                .setAddress("redis://" + redis.host() + ":" + redis.port())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(16)
                .setTimeout((int) LockNodes.patience(lease).toMillis())
                .setRetryAttempts(1)
                .setRetryDelay(new ConstantDelay(LockNodes.patience(lease).dividedBy(2)));
        return Redisson.create(config);
    }

    private record Node(LockClient client, LockTemplate template, RedissonClient redisson) implements LockNode {

        @Override
        public void close() {
            template.close();
            redisson.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }
}
