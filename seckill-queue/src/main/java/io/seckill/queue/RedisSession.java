package io.seckill.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

/**
 * One thread's way to Redis. Each call is a pipeline on a connection of its own, which is kept: the driver would open a
 * new one for every pipeline, unless it has a pool. With a pool a connection is borrowed per call, because threads that
 * each kept one would drain it. A connection that failed is closed, so that nothing is sent late through it and the
 * next call resolves the address anew (a change of roles). Not thread-safe.
 */
final class RedisSession implements AutoCloseable {

    private final RedisConnectionFactory factory;
    private final boolean keep;
    private @Nullable RedisConnection connection;

    RedisSession(RedisConnectionFactory factory) {
        this.factory = factory;
        this.keep = factory instanceof LettuceConnectionFactory lettuce
                && !(lettuce.getClientConfiguration() instanceof LettucePoolingClientConfiguration);
    }

    /** Commands of one pipeline. */
    @FunctionalInterface
    interface Commands {

        /**
         * Writes them.
         *
         * @param connection in pipeline mode
         * @param whole scripts are to be sent as text, not by their hash
         */
        void write(RedisConnection connection, boolean whole);
    }

    /**
     * Opens the connection that will be kept, so that the first message does not wait for that. Harmless if it fails: the
     * first call opens it then.
     */
    void warmUp() {
        if (!keep) {
            return;
        }
        try {
            once((pipelined, whole) -> pipelined.ping(), false);
        } catch (RuntimeException e) {
            // Whoever has something to do meets the same trouble and reports it.
        }
    }

    /**
     * Runs one script.
     *
     * @return its answer
     * @throws RuntimeException if it failed; {@link RedisFailure} tells what that means
     */
    @Nullable Object call(LuaScript script, List<String> keys, List<byte[]> args) {
        List<Object> answers = pipeline((pipelined, whole) -> script.send(pipelined, whole, keys, args));
        return answers.get(answers.size() - 1);
    }

    /**
     * Runs commands in one pipeline; once more with the text of the scripts if the server does not know a hash.
     *
     * @return their answers
     * @throws RuntimeException if one of them failed; the others may have been executed
     */
    List<Object> pipeline(Commands commands) {
        try {
            return once(commands, false);
        } catch (RuntimeException e) {
            if (!RedisFailure.scriptUnknown(e)) {
                throw e;
            }
            return once(commands, true);
        }
    }

    private List<Object> once(Commands commands, boolean whole) {
        boolean ok = false;
        try {
            RedisConnection open = open();
            open.openPipeline();
            commands.write(open, whole);
            List<Object> answers = open.closePipeline();
            ok = true;
            return answers;
        } catch (RuntimeException e) {
            // Every command was answered: the connection is sound, and the text follows on it.
            ok = RedisFailure.scriptUnknown(e);
            throw e;
        } finally {
            if (!ok || !keep) {
                close();
            }
        }
    }

    private RedisConnection open() {
        RedisConnection open = connection;
        if (open == null) {
            open = factory.getConnection();
            connection = open;
        }
        return open;
    }

    @Override
    public void close() {
        RedisConnection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (RuntimeException e) {
                // It is being given up because it failed; that closing it fails too tells nothing new.
            }
        }
    }
}
