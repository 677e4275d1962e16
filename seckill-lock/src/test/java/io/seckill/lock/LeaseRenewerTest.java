package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseRenewerTest {

    private static final Duration LEASE = Duration.ofMillis(1200);

    private final String name = "renewal:" + UUID.randomUUID();
    private final LeaseRenewer renewer = new LeaseRenewer();
    private LockNode node;

    @BeforeEach
    void open() {
        node = new RedisNodes().open(TestRedis.shared(), LEASE);
    }

    @AfterEach
    void close() {
        renewer.close();
        node.close();
    }

    private LockLease acquire(LockRequest request) throws InterruptedException {
        return node.client().acquire(request).orElseThrow();
    }

    private HeldLock watched(LockRequest request, LockLease lease) {
        HeldLock held = renewer.hold(request, lease, LockListener.NONE);
        renewer.watch(held);
        return held;
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(classes = {RedisNodes.class, RedissonNodes.class})
    void a_thread_that_dies_without_unlocking_does_not_hold_its_lock_for_ever(Class<? extends LockNodes> nodes)
            throws Exception {
        try (LockNode other = nodes.getDeclaredConstructor().newInstance().open(TestRedis.shared(), LEASE)) {
            CountDownLatch renewedOnce = new CountDownLatch(2);
            Thread holder = new Thread(() -> {
                LockRequest request = LockRequest.of(name);
                LockLease lease = acquireQuietly(other, request);
                watched(request, new Watched(lease, renewedOnce::countDown, () -> {}));
                awaitQuietly(renewedOnce);
            });
            holder.start();
            renewedOnce.await();
            holder.join();

            await().until(() -> other.tryRun(name, () -> {}));
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_renewal_in_flight_does_not_outlive_the_unlock() throws Exception {
        CountDownLatch inFlight = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger renewals = new AtomicInteger();
        LockRequest request = LockRequest.of(name);
        LockLease lease = acquire(request);
        HeldLock held = watched(
                request,
                new Watched(
                        lease,
                        () -> {
                            renewals.incrementAndGet();
                            inFlight.countDown();
                            awaitQuietly(answer);
                        },
                        () -> assertThat(answer.getCount()).isZero()));
        inFlight.await();
        Thread unlocking = new Thread(held::end);
        unlocking.start();
        await().until(() -> unlocking.getState() == Thread.State.WAITING);
        answer.countDown();
        unlocking.join();

        assertThat(held.isOver()).isTrue();
        assertThat(node.tryRun(name, () -> {})).isTrue();
        held.renew();
        assertThat(renewals).hasValue(1);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void a_renewal_that_is_stuck_holds_up_no_other_lock_and_is_told_when_its_time_is_up() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        LockRequest stuckRequest = LockRequest.of(name + ":stuck");
        LockLease stuckLease = acquire(stuckRequest);
        HeldLock stuck = watched(stuckRequest, new Watched(stuckLease, () -> awaitQuietly(answer), () -> {}));
        CountDownLatch told = new CountDownLatch(1);
        stuck.onLost(told::countDown);
        LockRequest request = LockRequest.of(name);
        HeldLock held = watched(request, acquire(request));

        told.await();
        assertThat(stuck.isStillHeld()).isFalse();
        assertThat(held.isStillHeld()).isTrue();
        answer.countDown();
        stuck.end();
        held.end();
        assertThat(held.wasLost()).isFalse();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void after_shutdown_nothing_is_renewed() throws Exception {
        LockRequest request = LockRequest.of(name);
        HeldLock held = watched(request, acquire(request));
        renewer.close();

        await().until(() -> node.tryRun(name, () -> {}));
        assertThat(held.isStillHeld()).isFalse();
    }

    private static LockLease acquireQuietly(LockNode node, LockRequest request) {
        try {
            return node.client().acquire(request).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A real lease, with something that happens before each renewal and before the release. */
    private record Watched(LockLease real, Runnable beforeRenewal, Runnable beforeRelease) implements LockLease {

        @Override
        public long token() {
            return real.token();
        }

        @Override
        public Duration length() {
            return real.length();
        }

        @Override
        public long validUntil() {
            return real.validUntil();
        }

        @Override
        public boolean renew() {
            beforeRenewal.run();
            return real.renew();
        }

        @Override
        public boolean release() {
            beforeRelease.run();
            return real.release();
        }
    }
}
