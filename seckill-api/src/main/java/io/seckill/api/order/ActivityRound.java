package io.seckill.api.order;

import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.OrderView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Those who wait for orders of one activity, and the reads that serve them all. */
final class ActivityRound {

    private final long activityId;
    private final OrderStatusService orders;
    private final Executor readers;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile boolean everRead;
    private volatile long lastRead;

    ActivityRound(long activityId, OrderStatusService orders, Executor readers) {
        this.activityId = activityId;
        this.orders = orders;
        this.readers = readers;
    }

    long activityId() {
        return activityId;
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
        waiter.outcome().whenComplete((order, failure) -> waiters.remove(waiter));
    }

    boolean isEmpty() {
        return waiters.isEmpty();
    }

    /** Whether the caller is the one to set the next read. */
    boolean arm() {
        return armed.compareAndSet(false, true);
    }

    void disarm() {
        armed.set(false);
    }

    /** Nanoseconds from now to the next read; negative if it is overdue. */
    long nanosUntilNextRead(long interval) {
        return everRead ? lastRead + interval - System.nanoTime() : 0;
    }

    /**
     * Reads the claims of all who wait, and answers those who are done.
     *
     * @return whether anybody waited
     */
    boolean read() {
        List<Waiter> present = List.copyOf(waiters);
        if (present.isEmpty()) {
            return false;
        }
        lastRead = System.nanoTime();
        everRead = true;
        try {
            List<Long> users = present.stream().map(Waiter::userId).distinct().toList();
            Map<Long, OrderView> claims = orders.claims(activityId, users);
            long now = System.nanoTime();
            for (Waiter waiter : present) {
                OrderView claim = claims.get(waiter.userId());
                if (claim != null && waiter.isAbout(claim)) {
                    waiter.see(claim, now);
                } else if (waiter.asks()) {
                    askElsewhere(waiter);
                }
            }
        } catch (RuntimeException e) {
            long now = System.nanoTime();
            present.forEach(waiter -> waiter.miss(e, now));
        }
        return true;
    }

    void dismissAll() {
        long now = System.nanoTime();
        waiters.forEach(waiter -> waiter.dismiss(now));
    }

    /** No claim of that order: what there is to know is in MySQL. */
    private void askElsewhere(Waiter waiter) {
        try {
            readers.execute(() -> {
                try {
                    StatusQuery query = waiter.query();
                    waiter.find(orders.find(activityId, waiter.userId(), query.orderId()), System.nanoTime());
                } catch (RuntimeException e) {
                    waiter.miss(e, System.nanoTime());
                }
            });
        } catch (RejectedExecutionException e) {
            waiter.dismiss(System.nanoTime());
        }
    }
}
