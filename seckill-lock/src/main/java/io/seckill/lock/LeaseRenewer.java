package io.seckill.lock;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the locks that are held: renews each every third of its lease unless the lease is fixed, tells of a lease
 * that ran out, and gives a lock back whose thread has died. One timer thread looks and never blocks; what may block runs
 * on threads of its own, so that one slow answer holds up no other lock.
 */
final class LeaseRenewer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LeaseRenewer.class);
    private static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(1);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("seckill-lock-timer"));
    private final ExecutorService calls = Executors.newCachedThreadPool(daemons("seckill-lock-call"));

    LeaseRenewer() {
        timer.setRemoveOnCancelPolicy(true);
    }

    HeldLock hold(LockRequest request, LockLease lease, LockListener listener) {
        return new HeldLock(request, lease, listener, calls);
    }

    void watch(HeldLock held) {
        lookAgain(held, () -> {
            log.warn(
                    "lock {} is held for more than a third of its lease; set the lease to three times the 99th percentile"
                            + " of the hold time, or do less inside",
                    held.name());
            look(held);
        });
    }

    private void look(HeldLock held) {
        if (held.isOver() || held.wasLost()) {
            return;
        }
        if (!held.isHolderAlive()) {
            log.warn("the thread that held lock {} has died; the lock is given back", held.name());
            calls.execute(held::end);
        } else if (held.isTimeUp()) {
            held.lose("its lease ran out");
        } else {
            if (held.isRenewed()) {
                calls.execute(held::renew);
            }
            lookAgain(held, () -> look(held));
        }
    }

    private void lookAgain(HeldLock held, Runnable look) {
        long pause = Math.max(Math.min(held.third(), held.nanosLeft()), SHORTEST_LOOK);
        held.nextLook(timer.schedule(look, pause, TimeUnit.NANOSECONDS));
    }

    /** Nothing is renewed from now on: what is still held frees itself after its lease. */
    @Override
    public void close() {
        timer.shutdownNow();
        calls.shutdown();
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
