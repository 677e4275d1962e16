package io.seckill.api.order;

import io.seckill.common.SeckillException;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.OrderView;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * Those who wait for their order to leave QUEUED. However many they are, the claims of an activity are read once per
 * interval for all of them; no thread is held by anybody who waits.
 */
@Component
class StatusWaiters implements SmartLifecycle {

    private final OrderStatusService orders;
    private final long intervalNanos;
    private final int maxWaiters;
    private final Semaphore places;
    private final ScheduledThreadPoolExecutor timer;
    private final ExecutorService readers;
    private final ConcurrentMap<Long, ActivityRound> rounds = new ConcurrentHashMap<>();
    private volatile boolean running;

    StatusWaiters(OrderStatusService orders, StatusProperties settings) {
        this.orders = orders;
        this.intervalNanos = settings.readInterval().toNanos();
        this.maxWaiters = settings.maxWaiters();
        this.places = new Semaphore(maxWaiters);
        this.timer = new ScheduledThreadPoolExecutor(1, new CustomizableThreadFactory("status-timer-"));
        this.timer.setRemoveOnCancelPolicy(true);
        this.readers =
                Executors.newFixedThreadPool(settings.readers(), new CustomizableThreadFactory("status-reader-"));
    }

    /**
     * Waits.
     *
     * @param query whose {@code waitMs} is 1 or more
     * @param userId who asks
     * @return the order as soon as it is not QUEUED, else as it is when the time is up; empty if there is none. Fails
     *     with a {@link SeckillException} if Redis could not be read. Cancelling it gives the place up
     * @throws SeckillException {@link io.seckill.common.ErrorCode#SYSTEM_BUSY} if too many wait already
     */
    CompletableFuture<Optional<OrderView>> await(StatusQuery query, long userId) {
        if (!running || !places.tryAcquire()) {
            throw SeckillException.busy("too many calls wait, or the process is stopping", null);
        }
        Waiter waiter = new Waiter(query, userId);
        waiter.outcome().whenComplete((order, failure) -> places.release());
        try {
            ScheduledFuture<?> alarm =
                    timer.schedule(() -> waiter.timeUp(System.nanoTime()), query.waitMs(), TimeUnit.MILLISECONDS);
            waiter.outcome().whenComplete((order, failure) -> alarm.cancel(false));
            join(waiter);
        } catch (RejectedExecutionException e) {
            waiter.dismiss(System.nanoTime());
        }
        return waiter.outcome();
    }

    /** {@return how many calls wait} */
    int waiting() {
        return maxWaiters - places.availablePermits();
    }

    private void join(Waiter waiter) {
        ActivityRound round = rounds.compute(waiter.query().activityId(), (activityId, present) -> {
            ActivityRound joined = present != null ? present : new ActivityRound(activityId, orders, readers);
            joined.add(waiter);
            return joined;
        });
        arm(round);
    }

    private void arm(ActivityRound round) {
        if (round.arm()) {
            long delay = Math.max(0, round.nanosUntilNextRead(intervalNanos));
            timer.schedule(() -> readers.execute(() -> turn(round)), delay, TimeUnit.NANOSECONDS);
        }
    }

    /**
     * One read, and the next one is set. A round that nobody waits for any more goes; it goes an interval after its last
     * read, so that whoever comes in between does not cause another one early.
     */
    private void turn(ActivityRound round) {
        boolean waitedFor = round.read();
        round.disarm();
        if (waitedFor || rounds.computeIfPresent(round.activityId(), (id, r) -> r.isEmpty() ? null : r) != null) {
            try {
                arm(round);
            } catch (RejectedExecutionException e) {
                round.dismissAll();
            }
        }
    }

    @Override
    public void start() {
        running = true;
    }

    /** Stops before the web server does, which would otherwise wait for all who wait here. */
    @Override
    public void stop() {
        running = false;
        timer.shutdownNow();
        readers.shutdown();
        rounds.values().forEach(ActivityRound::dismissAll);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
