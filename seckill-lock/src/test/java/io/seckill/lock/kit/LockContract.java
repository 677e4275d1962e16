package io.seckill.lock.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.stores.FaultProxy;
import io.seckill.lock.HeldLock;
import io.seckill.lock.LockException;
import io.seckill.lock.LockException.Reason;
import io.seckill.lock.LockLease;
import io.seckill.lock.LockRequest;
import io.seckill.lock.LockResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every lock must do. A provider's test says where Redis is and how its nodes are opened. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LockContract {

    /** Of renewed locks: short enough to wait for, long enough that a busy machine renews in time. */
    protected static final Duration LEASE = Duration.ofMillis(1200);

    /** Of nodes whose way to Redis is cut: the sooner their locks end, the better. */
    private static final Duration DOOMED = Duration.ofMillis(500);

    private static final long SHORT = 150;

    private String name;
    private ExecutorService threads;
    private RedisClient raw;
    private RedisCommands<String, String> redis;
    private LockNode node;
    private LockNode other;

    /** {@return the Redis to test on} */
    protected abstract RedisAddress redis();

    /** {@return how a node is opened} */
    protected abstract LockNodes nodes();

    /**
     * @param lock the name of a lock
     * @return the key it lives under
     */
    protected String key(String lock) {
        return "seckill:lock:{" + lock + "}";
    }

    /** Once for all: each test has a lock of its own, and to open two nodes takes longer than most tests. */
    @BeforeAll
    void open() {
        raw = RedisClient.create(redis().uri());
        redis = raw.connect().sync();
        node = nodes().open(redis(), LEASE);
        other = nodes().open(redis(), LEASE);
    }

    @AfterAll
    void close() {
        node.close();
        other.close();
        raw.shutdown();
    }

    @BeforeEach
    void begin() {
        name = "contract:" + UUID.randomUUID();
        threads = Executors.newCachedThreadPool();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    // ---- the plain lock

    @Test
    void one_of_many_gets_the_plain_lock() throws Exception {
        assertThat(winners(16, i -> nodeOf(i).client().tryLock(name, "request-" + i, 30_000)))
                .isEqualTo(1);
    }

    @Test
    void the_holder_frees_the_plain_lock_for_the_next() {
        assertThat(node.client().tryLock(name, "a", 30_000)).isTrue();
        assertThat(other.client().tryLock(name, "b", 30_000)).isFalse();

        assertThat(node.client().unlock(name, "a")).isTrue();
        assertThat(other.client().tryLock(name, "b", 30_000)).isTrue();
    }

    @Test
    void a_plain_lock_is_not_entered_twice_by_the_same_request() {
        assertThat(node.client().tryLock(name, "a", 30_000)).isTrue();
        assertThat(node.client().tryLock(name, "a", 30_000)).isFalse();
    }

    @Test
    void a_plain_lock_is_a_plain_string_with_an_expiry() {
        assertThat(node.client().tryLock(name, "a", 30_000)).isTrue();
        assertThat(redis.get(key(name))).isEqualTo("a");
        assertThat(redis.pttl(key(name))).isBetween(1L, 30_000L);
    }

    @Test
    void without_an_expiry_the_configured_one_holds() {
        assertThat(node.client().tryLock(name, "a")).isTrue();
        assertThat(redis.pttl(key(name))).isBetween(1L, 1000L);
    }

    @Test
    void a_request_that_holds_nothing_frees_nothing() {
        assertThat(node.client().tryLock(name, "a", 30_000)).isTrue();

        assertThat(other.client().unlock(name, "b")).isFalse();
        assertThat(other.client().tryLock(name, "b", 30_000)).isFalse();
    }

    @Test
    void a_late_unlock_does_not_free_the_next_holder() {
        assertThat(node.client().tryLock(name, "a", SHORT)).isTrue();
        await().until(() -> other.client().tryLock(name, "b", 30_000));

        assertThat(node.client().unlock(name, "a")).isFalse();
        assertThat(node.client().tryLock(name, "c", 30_000)).isFalse();
    }

    @Test
    void only_the_holder_extends_and_nobody_revives() {
        assertThat(node.client().tryLock(name, "a", 5_000)).isTrue();
        assertThat(node.client().extend(name, "a", 60_000)).isTrue();
        assertThat(redis.pttl(key(name))).isGreaterThan(5_000L);
        assertThat(other.client().extend(name, "b", 90_000)).isFalse();
        assertThat(redis.pttl(key(name))).isLessThanOrEqualTo(60_000L);

        assertThat(node.client().unlock(name, "a")).isTrue();
        assertThat(node.client().extend(name, "a", 60_000)).isFalse();
        assertThat(other.client().tryLock(name, "b", 30_000)).isTrue();
    }

    @Test
    void a_client_that_dies_while_it_takes_the_plain_lock_does_not_hold_it_for_ever() {
        try (FaultProxy wire = FaultProxy.to(redis().host(), redis().port());
                LockNode dying = nodes().open(behind(wire), DOOMED)) {
            dying.client().tryLock(name + ":warm", "a", 1);
            // The first request is executed, its answer never comes, a second request is never made.
            wire.dropReplies();
            assertThatThrownBy(() -> dying.client().tryLock(name, "a", SHORT)).isInstanceOf(LockException.class);
            wire.cut();

            await().until(() -> other.client().tryLock(name, "b", 30_000));
        }
    }

    @Test
    void what_cannot_be_a_lock_is_refused() {
        for (String bad : List.of("", " ", "a b", "a{b}", "锁", "a\nb", "x".repeat(201))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> node.client().tryLock(bad, "a", 1000))
                    .withMessageContaining("name");
            assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of(bad));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.client().tryLock(name, "a", 0))
                .withMessageContaining("expiry");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.client().tryLock(name, " ", 1000))
                .withMessageContaining("request id");
    }

    // ---- the fenced lock

    @Test
    void one_of_many_owners_gets_the_lock_in_one_jvm_or_in_two_nodes() throws Exception {
        assertThat(winners(
                        16,
                        i -> nodeOf(i).client().acquire(LockRequest.of(name)).isPresent()))
                .isEqualTo(1);
    }

    @Test
    void plain_and_fenced_lock_shut_each_other_out() throws Exception {
        LockLease lease = node.client().acquire(LockRequest.of(name)).orElseThrow();
        assertThat(other.client().tryLock(name, "a", 30_000)).isFalse();
        assertThat(lease.release()).isTrue();

        assertThat(other.client().tryLock(name, "a", 30_000)).isTrue();
        Throwable refusal = catchThrowable(
                () -> assertThat(node.client().acquire(LockRequest.of(name))).isEmpty());
        assertThat(refusal)
                .satisfiesAnyOf(
                        busy -> assertThat(busy).isNull(),
                        seen -> assertThat(seen)
                                .isInstanceOfSatisfying(
                                        LockException.class,
                                        e -> assertThat(e.reason()).isEqualTo(Reason.FOREIGN_HOLDER)));
        assertThat(other.client().unlock(name, "a")).isTrue();
    }

    @Test
    void tokens_only_grow() throws Exception {
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            LockLease lease = nodeOf(i).client().acquire(LockRequest.of(name)).orElseThrow();
            tokens.add(lease.token());
            assertThat(lease.release()).isTrue();
        }
        LockRequest brief = LockRequest.of(name).withLease(Duration.ofMillis(SHORT));
        tokens.add(node.client().acquire(brief).orElseThrow().token());
        tokens.add(other.client()
                .acquire(LockRequest.of(name).withPatience(Duration.ofSeconds(20)))
                .orElseThrow()
                .token());

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void tokens_grow_even_when_redis_lost_all_it_knew_of_the_lock() throws Exception {
        LockLease before = node.client().acquire(LockRequest.of(name)).orElseThrow();
        assertThat(before.release()).isTrue();
        List<String> known = redis.keys("*" + name + "*");
        assertThat(known).isNotEmpty();
        redis.del(known.toArray(String[]::new));

        LockLease after = other.client().acquire(LockRequest.of(name)).orElseThrow();
        assertThat(after.token()).isGreaterThan(before.token());
    }

    @Test
    void an_owner_enters_again_and_the_last_release_frees() throws Exception {
        LockRequest mine = LockRequest.of(name);
        LockLease first = node.client().acquire(mine).orElseThrow();
        LockLease second = node.client().acquire(mine).orElseThrow();
        assertThat(second.token()).isGreaterThanOrEqualTo(first.token());

        assertThat(second.release()).isTrue();
        assertThat(other.client().acquire(LockRequest.of(name))).isEmpty();
        assertThat(first.release()).isTrue();
        assertThat(other.client().acquire(LockRequest.of(name))).isPresent();
    }

    @Test
    void a_release_that_comes_too_late_frees_nobody() throws Exception {
        LockLease late = node.client()
                .acquire(LockRequest.of(name).withLease(Duration.ofMillis(SHORT)))
                .orElseThrow();
        LockRequest patient = LockRequest.of(name).withPatience(Duration.ofSeconds(20));
        LockLease next = other.client().acquire(patient).orElseThrow();

        assertThat(late.renew()).isFalse();
        assertThat(late.release()).isFalse();
        assertThat(next.renew()).isTrue();
        assertThat(next.release()).isTrue();
    }

    @Test
    void a_fixed_lease_ends_by_itself_and_is_not_renewed() throws Exception {
        CountDownLatch next = new CountDownLatch(1);
        LockResult<Boolean> result = node.template().tryRun(name, Duration.ofMillis(SHORT), held -> {
            await().until(() -> other.client()
                    .acquire(LockRequest.of(name))
                    .map(lease -> true)
                    .orElse(false));
            next.countDown();
            await().until(() -> !held.isStillHeld());
            return true;
        });
        assertThat(next.getCount()).isZero();
        assertThat(result).isInstanceOf(LockResult.Lost.class);
    }

    @Test
    void a_renewed_lock_is_held_while_the_task_runs_and_free_after_it() {
        LockResult<Boolean> result = node.template().tryRun(name, held -> {
            pastTheEndOf(LEASE);
            assertThat(other.tryRun(name, () -> {})).isFalse();
            return held.isStillHeld();
        });

        assertThat(result)
                .isInstanceOfSatisfying(
                        LockResult.Done.class, done -> assertThat(done.value()).isEqualTo(true));
        assertThat(redis.exists(key(name))).isZero();
        // And nothing renews what another holds by now.
        assertThat(other.template()
                        .tryRun(name, Duration.ofMillis(SHORT), held -> {
                            await().until(() -> redis.exists(key(name)) == 0);
                            return true;
                        })
                        .ran())
                .isTrue();
    }

    @Test
    void whoever_waits_gets_the_lock_once_it_is_free() throws Exception {
        LockLease lease = node.client().acquire(LockRequest.of(name)).orElseThrow();
        Future<LockResult<Long>> waiting =
                threads.submit(() -> other.template().run(name, Duration.ofSeconds(30), HeldLock::token));
        assertThat(other.tryRun(name, () -> {})).isFalse();
        assertThat(lease.release()).isTrue();

        assertThat(waiting.get().done())
                .hasValueSatisfying(token -> assertThat(token).isGreaterThan(lease.token()));
    }

    @Test
    void whoever_waits_in_vain_is_told_so_and_has_not_asked_without_pause() throws Exception {
        assertThat(node.client().acquire(LockRequest.of(name))).isPresent();
        long before = scriptCalls();
        LockResult<Boolean> result = other.template().run(name, Duration.ofMillis(500), held -> true);

        assertThat(result).isEqualTo(new LockResult.Busy<>(name));
        assertThat(scriptCalls() - before).isLessThan(50);
    }

    @Test
    void whoever_waits_can_be_interrupted_and_then_does_not_hold_the_lock() throws Exception {
        LockLease lease = node.client().acquire(LockRequest.of(name)).orElseThrow();
        Future<Throwable> waiting = threads.submit(() -> {
            Thread me = Thread.currentThread();
            threads.submit(() -> {
                await().until(() ->
                        me.getState() == Thread.State.TIMED_WAITING || me.getState() == Thread.State.WAITING);
                me.interrupt();
            });
            return catchThrowable(() -> other.template().run(name, Duration.ofMinutes(5), held -> true));
        });

        assertThat(waiting.get()).isInstanceOf(InterruptedException.class);
        assertThat(lease.release()).isTrue();
        await().until(() -> node.tryRun(name, () -> {}));
    }

    @Test
    void a_lost_lock_is_told_to_the_task_and_to_the_caller() {
        CountDownLatch told = new CountDownLatch(1);
        LockResult<String> result = node.template().tryRun(name, held -> {
            held.onLost(told::countDown);
            assertThat(held.isStillHeld()).isTrue();
            redis.del(key(name));
            await().until(() -> told.getCount() == 0);
            assertThat(held.isStillHeld()).isFalse();
            return "value";
        });

        assertThat(result)
                .isInstanceOfSatisfying(
                        LockResult.Lost.class, lost -> assertThat(lost.value()).isEqualTo("value"));
    }

    @Test
    void the_lock_is_free_when_the_task_threw() {
        assertThatThrownBy(() -> node.tryRun(name, () -> {
                    throw new IllegalStateException("thrown by the task");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("thrown by the task");

        assertThat(other.tryRun(name, () -> {})).isTrue();
    }

    @Test
    void a_nested_task_leaves_the_outer_one_its_lock() {
        boolean ran = node.tryRun(name, () -> {
            node.tryRun(name, () -> {});
            assertThat(other.tryRun(name, () -> {})).isFalse();
        });
        assertThat(ran).isTrue();
        assertThat(other.tryRun(name, () -> {})).isTrue();
    }

    @Test
    void a_nested_task_runs_under_the_same_token() {
        node.template().tryRun(name, outer -> {
            LockResult<Long> inner = node.template().tryRun(name, HeldLock::token);
            assertThat(inner.done()).hasValue(outer.token());
            return true;
        });
    }

    @Test
    void another_thread_is_another_owner_unless_it_is_given_the_owner() {
        node.template().tryRun(name, held -> {
            assertThat(elsewhere(() -> node.template().tryRun(name, inner -> true)))
                    .isInstanceOf(LockResult.Busy.class);
            LockRequest asMe = LockRequest.of(name).withOwner(held.owner());
            assertThat(elsewhere(() -> node.template().run(asMe, inner -> true)).ran())
                    .isTrue();
            assertThat(other.tryRun(name, () -> {})).isFalse();
            return true;
        });
        assertThat(other.tryRun(name, () -> {})).isTrue();
    }

    @Test
    void a_client_that_dies_while_it_takes_the_lock_does_not_hold_it_for_ever() throws Exception {
        try (FaultProxy wire = FaultProxy.to(redis().host(), redis().port());
                LockNode dying = nodes().open(behind(wire), DOOMED)) {
            dying.client().acquire(LockRequest.of(name + ":warm")).orElseThrow().release();
            wire.dropReplies();
            assertThatThrownBy(() -> dying.client().acquire(LockRequest.of(name)))
                    .isInstanceOf(LockException.class);
            wire.cut();

            await().until(() -> other.tryRun(name, () -> {}));
        }
    }

    @Test
    void no_answer_is_an_exception_that_names_lock_and_owner() {
        try (FaultProxy wire = FaultProxy.to(redis().host(), redis().port());
                LockNode alone = nodes().open(behind(wire), DOOMED)) {
            wire.cut();
            LockRequest mine = LockRequest.of(name);
            LockException fenced = catchThrowableOfType(
                    LockException.class, () -> alone.client().acquire(mine));
            assertThat(fenced.reason()).isEqualTo(Reason.NO_ANSWER);
            assertThat(fenced.lock()).isEqualTo(name);
            assertThat(fenced.owner()).isEqualTo(mine.owner());
            assertThat(fenced).hasCauseInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void a_lock_whose_redis_is_gone_is_told_as_lost_when_its_lease_is_over() {
        try (FaultProxy wire = FaultProxy.to(redis().host(), redis().port());
                LockNode alone = nodes().open(behind(wire), DOOMED)) {
            CountDownLatch told = new CountDownLatch(1);
            LockResult<Boolean> result = alone.template().tryRun(name, held -> {
                held.onLost(told::countDown);
                wire.cut();
                await().until(() -> told.getCount() == 0);
                return true;
            });
            assertThat(result).isInstanceOf(LockResult.Lost.class);
            await().until(() -> other.tryRun(name, () -> {}));
        }
    }

    @Test
    void scripts_that_redis_forgot_are_sent_again() {
        assertThat(node.tryRun(name, () -> {})).isTrue();
        redis.scriptFlush();
        assertThat(node.tryRun(name, redis::scriptFlush)).isTrue();
        assertThat(redis.exists(key(name))).isZero();
    }

    @Test
    void a_key_that_is_no_lock_is_left_alone() {
        redis.rpush(key(name), "somebody's list");

        LockException refused = catchThrowableOfType(LockException.class, () -> node.tryRun(name, () -> {}));
        assertThat(refused.reason()).isEqualTo(Reason.FOREIGN_HOLDER);
        assertThatThrownBy(() -> node.client().unlock(name, "a"))
                .isInstanceOfSatisfying(
                        LockException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FOREIGN_HOLDER));
        assertThat(redis.lrange(key(name), 0, -1)).containsExactly("somebody's list");
    }

    // ---- means

    /** One attempt of many. */
    private interface Attempt {
        boolean by(int i) throws Exception;
    }

    private RedisAddress behind(FaultProxy wire) {
        return new RedisAddress(wire.host(), wire.port(), redis().password());
    }

    private LockNode nodeOf(int i) {
        return i % 2 == 0 ? node : other;
    }

    private int winners(int contenders, Attempt attempt) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(contenders);
        AtomicInteger winners = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            int me = i;
            all.add(threads.submit(() -> {
                barrier.await();
                if (attempt.by(me)) {
                    winners.incrementAndGet();
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        return winners.get();
    }

    private <T> T elsewhere(Callable<T> work) {
        try {
            return threads.submit(work).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void pastTheEndOf(Duration lease) {
        long start = System.nanoTime();
        await().until(() -> System.nanoTime() - start > lease.toNanos() * 5 / 4);
    }

    private long scriptCalls() {
        return redis.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }
}
