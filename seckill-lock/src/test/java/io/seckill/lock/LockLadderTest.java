package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.lock.broken.CompareThenDelete;
import io.seckill.lock.kit.LockNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** How one comes from SETNX to a lock, one step at a time, and what is still wrong after each. Read from the top. */
@TestMethodOrder(OrderAnnotation.class)
class LockLadderTest {

    private final String name = "ladder:" + UUID.randomUUID();
    private final String key = "seckill:lock:{" + name + "}";
    private LettuceConnectionFactory connections;
    private StringRedisTemplate redis;
    private RedisLockClient lua;

    @BeforeEach
    void connect() {
        connections = RedisNodes.connect(TestRedis.shared());
        redis = new StringRedisTemplate(connections);
        lua = new RedisLockClient(redis, LockProperties.defaults(), LockListener.NONE);
    }

    @AfterEach
    void disconnect() {
        connections.destroy();
    }

    @Test
    @Order(1)
    void step_1_setnx_and_del_whose_holder_dies_and_holds_for_ever() {
        assertThat(redis.opsForValue().setIfAbsent(key, "locked")).isTrue();
        // The holder dies here. Nobody else will ever call DEL.
        assertThat(redis.getExpire(key)).isEqualTo(-1);
        assertThat(redis.opsForValue().setIfAbsent(key, "locked")).isFalse();
    }

    @Test
    @Order(2)
    void step_2_with_an_expiry_after_which_the_late_holder_deletes_the_lock_of_the_next() {
        Duration brief = Duration.ofMillis(50);
        assertThat(redis.opsForValue().setIfAbsent(key, "locked", brief)).isTrue();
        await().until(() -> redis.opsForValue().setIfAbsent(key, "locked", Duration.ofSeconds(30)));

        redis.delete(key); // The first holder, who knows of nothing.
        assertThat(redis.opsForValue().setIfAbsent(key, "locked", brief))
                .as("a third gets in beside the second")
                .isTrue();
    }

    @Test
    @Order(3)
    void step_3_with_an_owner_id_that_is_compared_too_early() {
        // The lock expires and changes hands between the GET and the DEL.
        CompareThenDelete lock =
                new CompareThenDelete(redis, () -> await().until(() -> lua.tryLock(name, "second", 30_000)));
        assertThat(lock.tryLock(name, "first", 1000)).isTrue();

        assertThat(lock.unlock(name, "first")).isTrue();
        assertThat(lua.tryLock(name, "third", 30_000))
                .as("a third gets in beside the second")
                .isTrue();
    }

    @Test
    @Order(4)
    void step_4_compare_and_delete_in_lua_but_the_lease_ends_before_the_task() {
        assertThat(lua.tryLock(name, "first", 50)).isTrue();
        await().until(() -> lua.tryLock(name, "second", 30_000)); // while the first still works

        assertThat(lua.unlock(name, "first")).as("this much is right now").isFalse();
        assertThat(lua.tryLock(name, "third", 30_000)).isFalse();
    }

    @Test
    @Order(5)
    void step_5_redisson_renews_while_the_task_runs_and_the_template_does_so_on_plain_redis() {
        Duration lease = Duration.ofMillis(1200);
        try (LockNode redisson = new RedissonNodes().open(TestRedis.shared(), lease);
                LockNode plain = new RedisNodes().open(TestRedis.shared(), lease)) {
            LockResult<Boolean> both = redisson.template().tryRun(name + ":redisson", outer -> {
                LockResult<Boolean> inner = plain.template().tryRun(name, held -> {
                    long start = System.nanoTime();
                    await().until(() -> System.nanoTime() - start > lease.toNanos() * 5 / 4);
                    return held.isStillHeld();
                });
                assertThat(inner.done()).hasValue(true);
                return outer.isStillHeld();
            });
            assertThat(both.done()).hasValue(true);
        }
    }

    @Test
    @Order(6)
    void step_6_a_holder_who_was_paused_writes_late_whatever_the_lock_unless_the_store_knows_the_token()
            throws Exception {
        Map<String, String> naive = new HashMap<>();
        FencedStore fenced = new FencedStore();
        LockLease first = lua.acquire(LockRequest.of(name).withLease(Duration.ofMillis(50)))
                .orElseThrow();
        LockLease second = lua.acquire(LockRequest.of(name).withPatience(Duration.ofSeconds(20)))
                .orElseThrow();

        naive.put("stock", "of the second");
        assertThat(fenced.write("of the second", second.token())).isTrue();
        // The first wakes from its pause. It checked its lock, but that was before the pause.
        naive.put("stock", "of the first");
        assertThat(fenced.write("of the first", first.token())).isFalse();

        assertThat(naive).containsEntry("stock", "of the first");
        assertThat(fenced.value).isEqualTo("of the second");
    }

    /** Remembers the largest token it has seen, as a column beside the data would. */
    private static final class FencedStore {

        private String value = "";
        private long newest;

        boolean write(String newValue, long token) {
            if (token < newest) {
                return false;
            }
            newest = token;
            value = newValue;
            return true;
        }
    }
}
