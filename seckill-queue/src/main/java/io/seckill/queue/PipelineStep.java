package io.seckill.queue;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Commands of the handler's own, written into the same pipeline right before the acknowledgement: one round trip for
 * both, in this order. They must be idempotent, because the pipeline is sent again when its answer was lost, and must
 * not depend on loaded scripts: {@code EVAL} with the whole text, or plain commands. On a full Redis they pass only if
 * they would pass outside a pipeline, for instance a script that begins with a {@code DEL}.
 */
@FunctionalInterface
public interface PipelineStep {

    /**
     * Writes the commands. Their answers are not available; the connection is in pipeline mode and returns
     * {@code null} for each.
     *
     * @param connection the worker's connection; not to be kept or closed
     */
    void write(RedisConnection connection);
}
