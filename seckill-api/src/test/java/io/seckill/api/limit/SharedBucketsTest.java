package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.api.support.Crowd;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Users;
import io.seckill.common.RedisKeys;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import io.seckill.service.redis.RedisLink;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Buckets that several nodes share, on a real Redis. */
@ExtendWith(OutputCaptureExtension.class)
class SharedBucketsTest {

    /** Never refilled within a test. */
    private static final Rate FIVE = new Rate(5, 5, Duration.ofHours(1));

    private static final Rate QUICK = new Rate(2, 2, Duration.ofMillis(300));

    private final RunningApi api = RunningApi.standard();
    private final StringRedisTemplate redis = api.context().getBean(StringRedisTemplate.class);
    private final Counter fallbacks = new SimpleMeterRegistry().counter("fallbacks");
    private final long user = Users.next();
    private final String key = RedisKeys.rateLimit("test", user);

    @Test
    void two_nodes_have_one_allowance_together() {
        SharedBuckets one = node(FIVE);
        SharedBuckets other = node(FIVE);
        List<Duration> waits = Crowd.act(40, i -> (i % 2 == 0 ? one : other).take(user));
        assertThat(waits).filteredOn(Duration::isZero).hasSize(5);
        assertThat(waits)
                .filteredOn(wait -> !wait.isZero())
                .allSatisfy(wait -> assertThat(wait).isBetween(Duration.ofMinutes(50), Duration.ofHours(1)));
        assertThat(fallbacks.count()).isZero();
    }

    @Test
    void what_was_used_up_comes_back_after_the_period() {
        SharedBuckets node = node(QUICK);
        await().until(() -> taken(node, 10) > 0 && !node.take(user).isZero());
        await().atMost(Duration.ofSeconds(10)).until(() -> node.take(user).isZero());
    }

    @Test
    void a_bucket_expires_by_itself() {
        node(FIVE).take(user);
        assertThat(redis.getExpire(key)).isBetween(3600L, 3 * 3600L);
        SharedBuckets node = node(QUICK);
        redis.delete(key);
        node.take(user);
        await().atMost(Duration.ofSeconds(10)).until(() -> !redis.hasKey(key));
    }

    @Test
    void a_bucket_whose_expiry_was_lost_locks_nobody_out() {
        taken(node(QUICK), 10);
        redis.persist(key);
        SharedBuckets fresh = node(QUICK);
        await().atMost(Duration.ofSeconds(10)).until(() -> fresh.take(user).isZero());
        assertThat(redis.getExpire(key)).as("it expires again").isNotEqualTo(-1);
    }

    @Test
    void a_bucket_from_the_future_locks_nobody_out_even_without_an_expiry() {
        redis.opsForValue().set(key, "0 99999999999999");
        SharedBuckets node = node(QUICK);
        assertThat(node.take(user)).isBetween(Duration.ofMillis(1), Duration.ofMillis(300));
        await().atMost(Duration.ofSeconds(10)).until(() -> node.take(user).isZero());
    }

    @Test
    void what_is_no_bucket_counts_as_a_full_one_and_becomes_one() {
        redis.opsForHash().put(key, "a", "b");
        assertThat(taken(node(FIVE), 10)).isEqualTo(5);
        redis.opsForValue().set(key, "garbage");
        assertThat(taken(node(FIVE), 10)).isEqualTo(5);
    }

    @Test
    void without_redis_each_node_limits_alone_and_says_so_seldom(CapturedOutput output) {
        try (FaultProxy wire = FaultProxy.to(
                        Stores.shared().redisHost(), Stores.shared().redisPort());
                RunningApi behindWire = RunningApi.start(
                        "seckill.rate-limit.shared",
                        "true",
                        "spring.data.redis.host",
                        wire.host(),
                        "spring.data.redis.port",
                        Integer.toString(wire.port()))) {
            RedisLink link = behindWire.context().getBean(RedisLink.class);
            SharedBuckets node = new SharedBuckets("test", FIVE, local(FIVE), link, fallbacks);
            assertThat(node.take(user)).isZero();
            wire.cut();
            // One call took from the node's own bucket as well, four are left there.
            assertThat(taken(node, 50)).isEqualTo(4);
            assertThat(fallbacks.count()).isEqualTo(4);
            assertThat(output.toString().split("the shared limit 'test' cannot be asked", -1))
                    .as("times it was logged")
                    .hasSize(2);
            wire.pass();
            // Heals by itself, and then asks again: the shared bucket knows of one call only.
            SharedBuckets other = new SharedBuckets("test", FIVE, local(FIVE), link, fallbacks);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                double before = fallbacks.count();
                SharedBuckets probe = new SharedBuckets("probe", FIVE, local(FIVE), link, fallbacks);
                probe.take(user);
                return fallbacks.count() == before;
            });
            assertThat(taken(other, 50)).isEqualTo(4);
        }
    }

    private long taken(Allowance node, int calls) {
        return IntStream.range(0, calls).filter(i -> node.take(user).isZero()).count();
    }

    private SharedBuckets node(Rate rate) {
        RedisLink link = api.context().getBean(RedisLink.class);
        return new SharedBuckets("test", rate, local(rate), link, fallbacks);
    }

    private static LocalBuckets local(Rate rate) {
        return new LocalBuckets(rate, Duration.ofSeconds(5), 1000, io.github.bucket4j.TimeMeter.SYSTEM_NANOTIME);
    }
}
