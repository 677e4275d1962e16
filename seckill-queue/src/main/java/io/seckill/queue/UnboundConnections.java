package io.seckill.queue;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

/**
 * The same connections under another identity. Spring binds a connection to the thread, by its factory, while somebody
 * pipelines or transacts; a command that came across it would be answered by nothing until that is over.
 *
 * @param real where they are from
 */
record UnboundConnections(RedisConnectionFactory real) implements RedisConnectionFactory {

    @Override
    public RedisConnection getConnection() {
        return real.getConnection();
    }

    @Override
    public RedisClusterConnection getClusterConnection() {
        return real.getClusterConnection();
    }

    @Override
    public RedisSentinelConnection getSentinelConnection() {
        return real.getSentinelConnection();
    }

    @Override
    public boolean getConvertPipelineAndTxResults() {
        return real.getConvertPipelineAndTxResults();
    }

    @Override
    public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException e) {
        return real.translateExceptionIfPossible(e);
    }
}
