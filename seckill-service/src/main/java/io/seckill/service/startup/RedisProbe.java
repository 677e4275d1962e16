package io.seckill.service.startup;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Asks Redis, in whatever form it is configured. */
final class RedisProbe implements StoreProbe {

    private static final Pattern NOT_LET_IN = Pattern.compile("\\b(WRONGPASS|NOAUTH|NOPERM|AUTH)\\b");

    private final LettuceConnectionFactory factory;

    RedisProbe(LettuceConnectionFactory factory) {
        this.factory = factory;
    }

    @Override
    public String store() {
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        if (cluster != null) {
            return "Redis on " + list(cluster.getClusterNodes());
        }
        RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
        if (sentinel != null) {
            return "Redis behind the sentinels " + list(sentinel.getSentinels());
        }
        return "Redis on " + factory.getHostName() + ":" + factory.getPort();
    }

    private static String list(Iterable<RedisNode> nodes) {
        return StreamSupport.stream(nodes.spliterator(), false)
                .map(RedisNode::asString)
                .collect(Collectors.joining(", "));
    }

    @Override
    public void ask() throws StoreUnavailableException {
        try (RedisConnection connection = factory.getConnection()) {
            connection.ping();
        } catch (RuntimeException e) {
            StoreUnavailableException unavailable = new StoreUnavailableException(e, false, factory.getPassword());
            boolean refused =
                    NOT_LET_IN.matcher(String.valueOf(unavailable.getMessage())).find();
            throw refused ? new StoreUnavailableException(e, true, factory.getPassword()) : unavailable;
        }
    }
}
