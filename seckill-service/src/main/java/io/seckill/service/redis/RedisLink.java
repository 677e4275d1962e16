package io.seckill.service.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.seckill.common.SeckillException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * A Lettuce connection of our own for the scripts on the order's way. It is made by the client that Spring configured,
 * so every {@code spring.data.redis.*} setting holds, but it is not Spring's shared one: nothing else can block it,
 * open a transaction on it or close it, and failures arrive as Lettuce tells them, not translated.
 */
@Component
public class RedisLink implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
    private static final long RETRY_NANOS = 200_000_000L;
    private static final long CALL_SECONDS = 2;

    private final LettuceConnectionFactory factory;
    private volatile @Nullable StatefulConnection<String, String> connection;
    private volatile @Nullable RedisClusterAsyncCommands<String, String> commands;
    private @Nullable CompletableFuture<RedisClusterAsyncCommands<String, String>> connecting;
    private @Nullable RedisConnectionException lastRefusal;
    private long lastRefusalNanos;
    private boolean closed;

    RedisLink(LettuceConnectionFactory factory) {
        this.factory = factory;
    }

    /**
     * Runs a script. A script that Redis has forgotten is sent again whole, which is safe, since NOSCRIPT means that
     * nothing ran; nothing else is ever sent twice from here.
     *
     * @param script the script
     * @param keys its KEYS, all of one slot
     * @param args its ARGV
     * @return what it returned; or the failure, for {@link RedisFailure} to judge
     */
    public CompletionStage<List<Object>> eval(LuaScript script, String[] keys, String... args) {
        RedisClusterAsyncCommands<String, String> redis;
        try {
            redis = commands();
        } catch (RedisConnectionException e) {
            return CompletableFuture.failedFuture(e);
        }
        CompletionStage<List<Object>> first = redis.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
        return first.handle((answer, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                            ? failure.getCause()
                            : failure;
                    if (!(cause instanceof RedisNoScriptException)) {
                        return CompletableFuture.<List<Object>>failedFuture(cause);
                    }
                    return redis.<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, args)
                            .toCompletableFuture();
                })
                .thenCompose(stage -> stage);
    }

    /**
     * Runs a script and waits for its answer.
     *
     * @param script the script
     * @param keys its KEYS, all of one slot
     * @param args its ARGV
     * @return what it returned
     * @throws SeckillException SYSTEM_BUSY if Redis is away, refuses, or is silent for two seconds
     */
    public List<Object> call(LuaScript script, String[] keys, String... args) {
        return await(script.name(), eval(script, keys, args));
    }

    /**
     * Runs a script that returns one number, and waits for it.
     *
     * @param script the script
     * @param keys its KEYS, all of one slot
     * @param args its ARGV
     * @return what it returned
     * @throws SeckillException SYSTEM_BUSY if Redis is away, refuses, or is silent for two seconds
     */
    public long callForNumber(LuaScript script, String[] keys, String... args) {
        return (Long) call(script, keys, args).get(0);
    }

    /**
     * Waits for an answer.
     *
     * @param what what was asked, for the message
     * @param answer the answer to come
     * @return the answer
     * @throws SeckillException SYSTEM_BUSY if Redis is away, refuses, or is silent for two seconds
     */
    public static <T> T await(String what, CompletionStage<T> answer) {
        try {
            return answer.toCompletableFuture().get(CALL_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw SeckillException.busy(what + " failed in Redis: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw SeckillException.busy(what + ": no answer from Redis", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SeckillException.busy(what + ": interrupted while waiting for Redis", e);
        }
    }

    private RedisClusterAsyncCommands<String, String> commands() {
        RedisClusterAsyncCommands<String, String> ready = commands;
        return ready != null ? ready : connect();
    }

    /** One attempt at a time; who comes while it runs shares its outcome, who comes right after a failed one gets it. */
    private RedisClusterAsyncCommands<String, String> connect() {
        CompletableFuture<RedisClusterAsyncCommands<String, String>> attempt;
        boolean mine = false;
        synchronized (this) {
            RedisClusterAsyncCommands<String, String> ready = commands;
            if (ready != null) {
                return ready;
            }
            if (closed) {
                throw new RedisConnectionException("this process is shutting down");
            }
            if (connecting == null) {
                if (lastRefusal != null && System.nanoTime() - lastRefusalNanos < RETRY_NANOS) {
                    throw lastRefusal;
                }
                connecting = new CompletableFuture<>();
                mine = true;
            }
            attempt = connecting;
        }
        if (mine) {
            open(attempt);
        }
        try {
            return attempt.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RedisConnectionException refusal
                    ? refusal
                    : new RedisConnectionException("cannot connect to Redis", e.getCause());
        }
    }

    private void open(CompletableFuture<RedisClusterAsyncCommands<String, String>> attempt) {
        try {
            AbstractRedisClient client = factory.getRequiredNativeClient();
            RedisClusterAsyncCommands<String, String> made;
            StatefulConnection<String, String> link;
            if (client instanceof RedisClusterClient cluster) {
                StatefulRedisClusterConnection<String, String> opened = cluster.connect(StringCodec.UTF8);
                link = opened;
                made = opened.async();
            } else {
                StatefulRedisConnection<String, String> opened = ((RedisClient) client).connect(StringCodec.UTF8);
                link = opened;
                made = opened.async();
            }
            synchronized (this) {
                connection = link;
                commands = made;
                connecting = null;
            }
            attempt.complete(made);
        } catch (RuntimeException e) {
            RedisConnectionException refusal = e instanceof RedisConnectionException already
                    ? already
                    : new RedisConnectionException("cannot connect to Redis", e);
            log.warn("[service] Redis cannot be reached ({}); trying again with the next request", e.getMessage());
            synchronized (this) {
                lastRefusal = refusal;
                lastRefusalNanos = System.nanoTime();
                connecting = null;
            }
            attempt.completeExceptionally(refusal);
        }
    }

    @Override
    public void destroy() {
        StatefulConnection<String, String> open;
        synchronized (this) {
            closed = true;
            open = connection;
        }
        if (open != null && open.isOpen()) {
            open.close();
        }
    }
}
