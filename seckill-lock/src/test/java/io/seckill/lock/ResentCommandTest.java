package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Lettuce sends a command again when the connection is closed before the answer: Redis then runs it twice. */
class ResentCommandTest {

    private final LockKeys keys = new LockKeys("seckill:lock:");
    private final String name = "resent:" + UUID.randomUUID();
    private LettuceConnectionFactory connections;
    private StringRedisTemplate redis;

    @BeforeEach
    void open() {
        connections = RedisNodes.connect(TestRedis.shared());
        redis = new StringRedisTemplate(connections);
    }

    @AfterEach
    void close() {
        connections.destroy();
    }

    private String acquire(String call) {
        List<?> reply =
                redis.execute(LockScripts.ACQUIRE, List.of(keys.lock(name), keys.fence(name)), "me", "30000", call);
        assertThat(reply.get(0)).isEqualTo(1L);
        return reply.get(1).toString();
    }

    private long release(String token, String call) {
        return redis.execute(LockScripts.RELEASE, List.of(keys.lock(name)), "me", token, call);
    }

    @Test
    void an_acquire_that_runs_twice_is_entered_once() {
        String token = acquire("call-1");
        assertThat(acquire("call-1")).isEqualTo(token);

        assertThat(release(token, "call-2")).isOne();
        assertThat(redis.hasKey(keys.lock(name))).isFalse();
    }

    @Test
    void a_release_that_runs_twice_leaves_once() {
        String token = acquire("call-1");
        assertThat(acquire("call-2")).isEqualTo(token);

        assertThat(release(token, "call-3")).isOne();
        assertThat(release(token, "call-3")).isOne();
        assertThat(redis.hasKey(keys.lock(name))).as("the outer hold stands").isTrue();
        assertThat(release(token, "call-4")).isOne();
        assertThat(redis.hasKey(keys.lock(name))).isFalse();
    }

    @Test
    void a_fence_that_cannot_be_counted_on_grants_nothing() {
        for (String damage : List.of("abc", "-5", "1.5", "1e3", "9007199254740991")) {
            redis.opsForValue().set(keys.fence(name), damage);
            List<?> reply = redis.execute(
                    LockScripts.ACQUIRE, List.of(keys.lock(name), keys.fence(name)), "me", "30000", "call-1");
            assertThat(reply.get(0)).as(damage).isEqualTo(-2L);
            assertThat(redis.hasKey(keys.lock(name))).isFalse();
            assertThat(redis.opsForValue().get(keys.fence(name))).isEqualTo(damage);
        }
    }
}
