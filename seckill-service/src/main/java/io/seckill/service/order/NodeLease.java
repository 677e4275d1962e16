package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.RedisTimeline;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * This process's node number for order ids: leased in Redis for as long as the process lives, since random numbers
 * collide. A process that was frozen past its lease does not use the number again until it has made sure of one.
 */
@Component
class NodeLease implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(NodeLease.class);
    private static final LuaScript LEASE = LuaScript.load("order/lease_node.lua");
    private static final int NODES = 1 << OrderIds.NODE_BITS;
    private static final Duration DURATION = Duration.ofSeconds(30);

    /** Stops using the number so long before the lease ends: the two clocks do not run quite alike. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final Duration RENEW_EVERY = Duration.ofSeconds(5);
    private static final Duration RETRY_EVERY = Duration.ofMillis(500);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final int TRIES = 16;

    private final RedisLink redis;
    private final RedisTimeline timeline;
    private final String holder = UUID.randomUUID().toString();
    private volatile @Nullable Held held;
    private boolean away;
    private @Nullable ScheduledThreadPoolExecutor keeper;

    NodeLease(RedisLink redis, RedisTimeline timeline) {
        this.redis = redis;
        this.timeline = timeline;
    }

    /** {@return the number, or empty while none is held} */
    OptionalLong node() {
        Held mine = held;
        return mine != null && System.nanoTime() - mine.untilNanos < 0
                ? OptionalLong.of(mine.node)
                : OptionalLong.empty();
    }

    @Override
    public void start() {
        Future<?> first;
        synchronized (this) {
            if (keeper != null) {
                return;
            }
            keeper = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "order-id-node");
                thread.setDaemon(true);
                return thread;
            });
            first = keeper.submit(this::keep);
        }
        awaitFirst(first);
    }

    /** The first request should find a number; but a Redis that is away does not keep the process from starting. */
    private static void awaitFirst(Future<?> first) {
        try {
            first.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            log.warn("[service] no node number for order ids yet: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void stop() {
        if (keeper != null) {
            keeper.shutdownNow();
            keeper = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return keeper != null;
    }

    /** Before the web server takes requests, and until after it has answered the last one. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void keep() {
        Duration next = RETRY_EVERY;
        try {
            next = renewOrTake() ? RENEW_EVERY : RETRY_EVERY;
            away = false;
        } catch (ExecutionException | TimeoutException e) {
            if (!away) {
                log.warn("[service] the node number of order ids cannot be renewed; trying on: {}", e.toString());
            }
            away = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("[service] the node number of order ids cannot be kept", e);
        } finally {
            again(next);
        }
    }

    private synchronized void again(Duration delay) {
        if (keeper != null) {
            keeper.schedule(this::keep, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private boolean renewOrTake() throws ExecutionException, TimeoutException, InterruptedException {
        Held mine = held;
        if (mine != null && lease(mine.node)) {
            return true;
        }
        if (mine != null) {
            log.warn("[service] node number {} of order ids went to another process; taking another one", mine.node);
            held = null;
        }
        for (int i = 0; i < TRIES; i++) {
            int node = ThreadLocalRandom.current().nextInt(NODES);
            if (lease(node)) {
                log.info("[service] order ids carry node number {}", node);
                return true;
            }
        }
        return false;
    }

    private boolean lease(int node) throws ExecutionException, TimeoutException, InterruptedException {
        long sent = System.nanoTime();
        List<Object> answer = redis.eval(
                        LEASE, new String[] {RedisKeys.orderIdNode(node)}, holder, Long.toString(DURATION.toMillis()))
                .toCompletableFuture()
                .get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        timeline.observe((Long) answer.get(0), sent, System.nanoTime());
        if ((Long) answer.get(1) != 1) {
            return false;
        }
        held = new Held(node, sent + DURATION.minus(MARGIN).toNanos());
        return true;
    }

    private record Held(int node, long untilNanos) {}
}
