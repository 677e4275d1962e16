package io.seckill.lock;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.config.BaseConfig;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SingleServerConfig;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;

/** Says to Redisson what {@code spring.data.redis.*} says to Spring, so that an address is written down once. */
final class RedissonSettings {

    private RedissonSettings() {}

    static Config from(DataRedisConnectionDetails where, DataRedisProperties redis, LockProperties lock) {
        Config config = new Config();
        config.setLockWatchdogTimeout(lock.lease().toMillis());
        config.setUsername(where.getUsername());
        config.setPassword(where.getPassword());
        SslBundle ssl = where.getSslBundle();
        if (ssl != null) {
            config.setSslKeyManagerFactory(ssl.getManagers().getKeyManagerFactory());
            config.setSslTrustManagerFactory(ssl.getManagers().getTrustManagerFactory());
            config.setSslProtocols(ssl.getOptions().getEnabledProtocols());
            config.setSslCiphers(ssl.getOptions().getCiphers());
        }
        common(servers(config, where, ssl == null ? "redis://" : "rediss://", lock.redisson()), redis);
        return config;
    }

    private static BaseConfig<?> servers(
            Config config, DataRedisConnectionDetails where, String scheme, LockProperties.Redisson pool) {
        if (where.getSentinel() != null) {
            return sentinel(config.useSentinelServers(), where.getSentinel(), scheme, pool);
        }
        if (where.getCluster() != null) {
            return pooled(config.useClusterServers(), pool)
                    .addNodeAddress(addresses(scheme, where.getCluster().getNodes()));
        }
        if (where.getMasterReplica() != null) {
            return pooled(config.useReplicatedServers(), pool)
                    .addNodeAddress(addresses(scheme, where.getMasterReplica().getNodes()));
        }
        return standalone(config.useSingleServer(), where.getStandalone(), scheme, pool);
    }

    private static SingleServerConfig standalone(
            SingleServerConfig config, @Nullable Standalone where, String scheme, LockProperties.Redisson pool) {
        if (where == null) {
            throw new IllegalStateException("spring.data.redis names neither a server, nor Sentinels, nor a cluster");
        }
        return config.setAddress(address(scheme, where.getHost(), where.getPort()))
                .setDatabase(where.getDatabase())
                .setConnectionMinimumIdleSize(Math.min(pool.minIdle(), pool.poolSize()))
                .setConnectionPoolSize(pool.poolSize());
    }

    private static SentinelServersConfig sentinel(
            SentinelServersConfig config, Sentinel where, String scheme, LockProperties.Redisson pool) {
        return pooled(config, pool)
                .setMasterName(where.getMaster())
                .addSentinelAddress(addresses(scheme, where.getNodes()))
                .setSentinelUsername(where.getUsername())
                .setSentinelPassword(where.getPassword())
                .setDatabase(where.getDatabase());
    }

    /** Locks are read from masters alone: a replica may not know yet of a lock that is held. */
    private static <C extends BaseMasterSlaveServersConfig<C>> C pooled(C config, LockProperties.Redisson pool) {
        return config.setReadMode(ReadMode.MASTER)
                .setMasterConnectionMinimumIdleSize(Math.min(pool.minIdle(), pool.poolSize()))
                .setMasterConnectionPoolSize(pool.poolSize());
    }

    private static void common(BaseConfig<?> config, DataRedisProperties redis) {
        config.setClientName(redis.getClientName());
        Duration timeout = redis.getTimeout();
        if (timeout != null) {
            config.setTimeout(Math.toIntExact(timeout.toMillis()));
        }
        Duration connectTimeout = redis.getConnectTimeout();
        if (connectTimeout != null) {
            config.setConnectTimeout(Math.toIntExact(connectTimeout.toMillis()));
        }
    }

    private static String[] addresses(String scheme, List<Node> nodes) {
        return nodes.stream()
                .map(node -> address(scheme, node.host(), node.port()))
                .toArray(String[]::new);
    }

    private static String address(String scheme, String host, int port) {
        return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
