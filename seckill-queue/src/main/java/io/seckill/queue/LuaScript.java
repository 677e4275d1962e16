package io.seckill.queue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;

/** The scripts under {@code lua/queue}, one a file; each file's header says what goes in and out. */
enum LuaScript {
    TAKE(ReturnType.MULTI),
    ACK(ReturnType.INTEGER),
    RETRY(ReturnType.INTEGER),
    HAND_BACK(ReturnType.INTEGER),
    RECOVER(ReturnType.INTEGER),
    RENEW(ReturnType.MULTI),
    PEEK(ReturnType.MULTI),
    PUSH(ReturnType.MULTI),
    HOLD(ReturnType.INTEGER),
    REPLAY(ReturnType.INTEGER),
    DISCARD(ReturnType.INTEGER),
    SNAPSHOT(ReturnType.MULTI);

    private final ReturnType returns;
    private final byte[] text;
    private final String sha;

    LuaScript(ReturnType returns) {
        this.returns = returns;
        this.text = read("/lua/queue/" + name().toLowerCase(java.util.Locale.ROOT) + ".lua");
        this.sha = sha1(text);
    }

    /**
     * Sends the script.
     *
     * @param connection where to; in pipeline mode the answer is {@code null}
     * @param whole the text instead of its hash: for a server that does not know the hash
     * @param keys the keys, as many as the header names
     * @param args the arguments
     * @return the answer
     */
    @Nullable Object send(RedisConnection connection, boolean whole, List<String> keys, List<byte[]> args) {
        byte[][] all = new byte[keys.size() + args.size()][];
        for (int i = 0; i < keys.size(); i++) {
            all[i] = bytes(keys.get(i));
        }
        for (int i = 0; i < args.size(); i++) {
            all[keys.size() + i] = args.get(i);
        }
        return whole
                ? connection.scriptingCommands().eval(text, returns, keys.size(), all)
                : connection.scriptingCommands().evalSha(sha, returns, keys.size(), all);
    }

    /** Sends the script, once more as text if the server does not know its hash; not for a pipeline. */
    @Nullable Object call(RedisConnection connection, List<String> keys, List<byte[]> args) {
        try {
            return send(connection, false, keys, args);
        } catch (RuntimeException e) {
            if (!RedisFailure.scriptUnknown(e)) {
                throw e;
            }
            return send(connection, true, keys, args);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }

    private static byte[] read(String resource) {
        try (InputStream in = LuaScript.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing on the class path: " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
