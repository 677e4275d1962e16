package io.seckill.service.simulator;

import io.lettuce.core.RedisCommandExecutionException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisHashCommands;
import org.springframework.data.redis.connection.RedisListCommands;
import org.springframework.data.redis.connection.RedisPipelineException;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.connection.RedisSetCommands;
import org.springframework.data.redis.connection.RedisZSetCommands;
import org.springframework.data.redis.connection.zset.DefaultTuple;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanCursor;
import org.springframework.data.redis.core.ScanIteration;
import org.springframework.data.redis.core.ScanOptions;

/** Spring's view of the model of Redis: connections that know the commands the product uses outside of scripts. */
final class Connections implements RedisConnectionFactory {

    private static final Class<?>[] FACES = {
        RedisConnection.class,
        RedisScriptingCommands.class,
        RedisHashCommands.class,
        RedisListCommands.class,
        RedisZSetCommands.class,
        RedisSetCommands.class,
        RedisServerCommands.class
    };

    private final Wire wire;

    Connections(Wire wire) {
        this.wire = wire;
    }

    @Override
    public RedisConnection getConnection() {
        Connection connection = new Connection();
        return (RedisConnection) Proxy.newProxyInstance(
                Connections.class.getClassLoader(),
                FACES,
                (proxy, method, args) -> method.getName().endsWith("Commands")
                        ? proxy
                        : connection.call(method.getName(), args == null ? new Object[0] : args));
    }

    private final class Connection {

        private List<Wire.Command> pipeline;

        Object call(String method, Object[] args) {
            return switch (method) {
                case "close", "openPipeline" -> {
                    pipeline = method.equals("close") ? null : new ArrayList<>();
                    yield null;
                }
                case "isPipelined" -> pipeline != null;
                case "isQueueing", "isClosed" -> false;
                case "closePipeline" -> closePipeline();
                case "eval" -> ask(wire.script(text(args[0]), keys(args), arguments(args)));
                case "evalSha" ->
                    ask(wire.knownScript(
                            args[0] instanceof String sha ? sha : text(args[0]), keys(args), arguments(args)));
                case "lRange" -> ask(wire.plain("LRANGE", text(args[0]), args[1].toString(), args[2].toString()));
                case "zRange" ->
                    new LinkedHashSet<>(
                            (List<?>) ask(wire.plain("ZRANGE", text(args[0]), args[1].toString(), args[2].toString())));
                case "zRangeWithScores" ->
                    tuples((List<?>) ask(
                            wire.plain("ZRANGE", text(args[0]), args[1].toString(), args[2].toString(), "WITHSCORES")));
                case "hGet" -> ask(wire.plain("HGET", text(args[0]), text(args[1])));
                case "hMGet" -> ask(wire.plain(command("HMGET", text(args[0]), (byte[][]) args[1])));
                case "hScan" -> entries((List<?>) ask(wire.plain("HGETALL", text(args[0]))));
                case "sAdd" -> 1L;
                case "time" -> time((List<?>) ask(wire.plain("TIME")));
                default -> throw new UnsupportedOperationException(method + " is not modelled");
            };
        }

        private Object ask(Wire.Command command) {
            if (pipeline != null) {
                pipeline.add(command);
                return null;
            }
            Object reply = send(List.of(command)).get(0);
            if (reply instanceof RedisError error) {
                throw refusal(error);
            }
            return reply(reply);
        }

        private List<Object> closePipeline() {
            List<Wire.Command> commands = pipeline;
            pipeline = null;
            List<Object> replies = commands.isEmpty() ? List.of() : send(commands);
            for (Object reply : replies) {
                if (reply instanceof RedisError error) {
                    throw new RedisPipelineException(refusal(error), List.of());
                }
            }
            List<Object> read = new ArrayList<>();
            replies.forEach(reply -> read.add(reply(reply)));
            return read;
        }

        private List<Object> send(List<Wire.Command> commands) {
            try {
                return wire.send(commands);
            } catch (Silence e) {
                throw new QueryTimeoutException(e.getMessage(), e);
            }
        }
    }

    private static RedisSystemException refusal(RedisError error) {
        return new RedisSystemException("error reply", new RedisCommandExecutionException(error.getMessage()));
    }

    private static Object reply(Object reply) {
        if (reply instanceof String text) {
            return bytes(text);
        }
        if (reply instanceof List<?> parts) {
            List<Object> read = new ArrayList<>();
            parts.forEach(part -> read.add(reply(part)));
            return read;
        }
        return reply;
    }

    private static long time(List<?> parts) {
        return Long.parseLong(text(parts.get(0))) * 1000 + Long.parseLong(text(parts.get(1))) / 1000;
    }

    private static Set<Tuple> tuples(List<?> parts) {
        Set<Tuple> tuples = new LinkedHashSet<>();
        for (int i = 0; i < parts.size(); i += 2) {
            tuples.add(new DefaultTuple((byte[]) parts.get(i), Double.valueOf(text(parts.get(i + 1)))));
        }
        return tuples;
    }

    /** All in one page. */
    private static Cursor<Map.Entry<byte[], byte[]>> entries(List<?> parts) {
        List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += 2) {
            entries.add(Map.entry((byte[]) parts.get(i), (byte[]) parts.get(i + 1)));
        }
        return new ScanCursor<Map.Entry<byte[], byte[]>>() {
            @Override
            protected ScanIteration<Map.Entry<byte[], byte[]>> doScan(CursorId id, ScanOptions options) {
                return new ScanIteration<>(CursorId.of(0), entries);
            }
        }.open();
    }

    private static List<String> keys(Object[] args) {
        return texts((byte[][]) args[3]).subList(0, (Integer) args[2]);
    }

    private static List<String> arguments(Object[] args) {
        List<String> all = texts((byte[][]) args[3]);
        return all.subList((Integer) args[2], all.size());
    }

    private static List<String> texts(byte[][] all) {
        return Arrays.stream(all).map(Connections::text).toList();
    }

    private static String[] command(String name, String key, byte[][] more) {
        List<String> command = new ArrayList<>(List.of(name, key));
        command.addAll(texts(more));
        return command.toArray(String[]::new);
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public DataAccessException translateExceptionIfPossible(RuntimeException e) {
        return null;
    }

    @Override
    public boolean getConvertPipelineAndTxResults() {
        return true;
    }

    @Override
    public RedisClusterConnection getClusterConnection() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RedisSentinelConnection getSentinelConnection() {
        throw new UnsupportedOperationException();
    }
}
