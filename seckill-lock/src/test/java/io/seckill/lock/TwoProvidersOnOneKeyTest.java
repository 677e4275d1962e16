package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.lock.LockException.Reason;
import io.seckill.lock.kit.LockNode;
import java.time.Duration;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Half of the processes were switched to the other provider, the other half were not. */
class TwoProvidersOnOneKeyTest {

    private final String name = "both:" + UUID.randomUUID();
    private LockNode redis;
    private LockNode redisson;

    @BeforeEach
    void open() {
        redis = new RedisNodes().open(TestRedis.shared(), Duration.ofSeconds(10));
        redisson = new RedissonNodes().open(TestRedis.shared(), Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        redis.close();
        redisson.close();
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LockException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FOREIGN_HOLDER));
    }

    @Test
    void a_lock_of_redisson_is_refused_to_ours_and_stays() throws Exception {
        LockLease lease = redisson.client().acquire(LockRequest.of(name)).orElseThrow();

        refused(() -> redis.tryRun(name, () -> {}));
        refused(() -> redis.client().unlock(name, "request"));
        refused(() -> redis.client().extend(name, "request", 1000));
        assertThat(redis.client().tryLock(name, "request", 1000)).isFalse();
        assertThat(lease.renew()).isTrue();
        assertThat(lease.release()).isTrue();
    }

    @Test
    void a_lock_of_ours_is_refused_to_redisson_and_stays() throws Exception {
        LockLease lease = redis.client().acquire(LockRequest.of(name)).orElseThrow();

        refused(() -> redisson.tryRun(name, () -> {}));
        assertThat(redisson.client().tryLock(name, "request", 1000)).isFalse();
        assertThat(redisson.client().unlock(name, "request")).isFalse();
        assertThat(lease.renew()).isTrue();
        assertThat(lease.release()).isTrue();
    }

    @Test
    void a_lease_whose_key_the_other_provider_took_over_is_lost_and_frees_nothing() throws Exception {
        LockLease ours = redis.client()
                .acquire(LockRequest.of(name).withLease(Duration.ofMillis(50)))
                .orElseThrow();
        LockLease theirs = org.awaitility.Awaitility.await()
                .ignoreExceptionsInstanceOf(LockException.class)
                .until(() -> redisson.client().acquire(LockRequest.of(name)).orElse(null), lease -> lease != null);

        refused(ours::release);
        assertThat(theirs.renew()).isTrue();
        assertThat(theirs.release()).isTrue();
    }

    @Test
    void tokens_go_on_growing_when_all_change_to_redisson_and_back() throws Exception {
        long before = 0;
        for (LockNode node : new LockNode[] {redis, redisson, redis}) {
            LockLease lease = node.client().acquire(LockRequest.of(name)).orElseThrow();
            assertThat(lease.token()).isGreaterThan(before);
            before = lease.token();
            assertThat(lease.release()).isTrue();
        }
    }
}
