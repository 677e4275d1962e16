package io.seckill.lock;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.data.redis.core.script.RedisScript;

/** The scripts, read when the class is loaded: a missing file is found at start-up, not at the first lock. */
final class LockScripts {

    @SuppressWarnings("rawtypes")
    static final RedisScript<List> ACQUIRE = RedisScript.of(text("acquire"), List.class);

    static final RedisScript<Long> RELEASE = RedisScript.of(text("release"), Long.class);
    static final RedisScript<Long> EXTEND = RedisScript.of(text("extend"), Long.class);
    static final RedisScript<Long> PLAIN_UNLOCK = RedisScript.of(text("plain-unlock"), Long.class);
    static final RedisScript<Long> PLAIN_EXTEND = RedisScript.of(text("plain-extend"), Long.class);

    private LockScripts() {}

    static String text(String name) {
        String path = "/lua/lock/" + name + ".lua";
        try (InputStream in = LockScripts.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("no such script: " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
