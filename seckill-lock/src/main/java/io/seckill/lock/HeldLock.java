package io.seckill.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One hold of a lock, as the task sees it. Valid while the task runs; safe for use by many threads. */
public final class HeldLock {

    private static final Logger log = LoggerFactory.getLogger(HeldLock.class);

    private final LockRequest request;
    private final LockLease lease;
    private final LockListener listener;
    private final Executor callbacks;
    private final Thread holder = Thread.currentThread();
    private final long heldSince = System.nanoTime();
    private final CompletableFuture<@Nullable Void> lost = new CompletableFuture<>();

    /** One call on the lease at a time: whoever gives it back waits for a renewal in flight, and none follows. */
    private final ReentrantLock calls = new ReentrantLock();

    private volatile boolean over;
    private volatile @Nullable Future<?> nextLook;

    HeldLock(LockRequest request, LockLease lease, LockListener listener, Executor callbacks) {
        this.request = request;
        this.lease = lease;
        this.listener = listener;
        this.callbacks = callbacks;
    }

    /** {@return the name of the lock} */
    public String name() {
        return request.name();
    }

    /** {@return who holds it; another thread enters the same lock by {@link LockRequest#withOwner} with this} */
    public String owner() {
        return request.owner();
    }

    /**
     * {@return the fencing token} Larger than that of every earlier hold of this lock. A store that is told the token with
     * the first read and with every write, and refuses a smaller one than it has seen, is safe from a holder who was
     * paused beyond the lease.
     */
    public long token() {
        return lease.token();
    }

    /**
     * {@return whether the lock is still held, as far as can be known here} Costs nothing and asks nobody: {@code false}
     * once the time is up without a renewal, or a renewal was refused. {@code true} is no proof, for the thread may be
     * paused right after it; the fencing token is what guards data.
     */
    public boolean isStillHeld() {
        if (!over && isTimeUp()) {
            lose("its lease ran out");
        }
        return !over && !lost.isDone();
    }

    /**
     * Asks to be told when the lock is lost while the task runs.
     *
     * @param callback runs once on a thread of the lock's own; at once if the lock is lost already
     */
    public void onLost(Runnable callback) {
        lost.thenRunAsync(callback, callbacks);
    }

    boolean wasLost() {
        return lost.isDone();
    }

    boolean isOver() {
        return over;
    }

    boolean isRenewed() {
        return request.lease() == null;
    }

    boolean isTimeUp() {
        return System.nanoTime() - lease.validUntil() >= 0;
    }

    boolean isHolderAlive() {
        return holder.isAlive();
    }

    long third() {
        return lease.length().toNanos() / 3;
    }

    long nanosLeft() {
        return lease.validUntil() - System.nanoTime();
    }

    void nextLook(Future<?> look) {
        nextLook = look;
    }

    void renew() {
        if (!calls.tryLock()) {
            return; // The last renewal is still under way, or the lock is being given back.
        }
        try {
            if (!over && !lost.isDone() && !lease.renew()) {
                lose("it expired or was deleted");
            }
        } catch (LockException e) {
            log.warn("lock {} was not renewed; the next try is a third of the lease away", name(), e);
        } finally {
            calls.unlock();
        }
    }

    /** Gives the lock back. Throws nothing: what the task returned or threw matters more. */
    void end() {
        calls.lock();
        try {
            if (over) {
                return;
            }
            if (!lease.release()) {
                lose("it expired or was deleted");
            }
        } catch (LockException e) {
            if (isTimeUp()) {
                lose("its lease ran out");
            }
            log.warn("lock {} could not be given back; it frees itself within {}", name(), lease.length(), e);
        } finally {
            over = true;
            calls.unlock();
            Future<?> look = nextLook;
            if (look != null) {
                look.cancel(false);
            }
            listener.held(name(), Duration.ofNanos(System.nanoTime() - heldSince));
        }
    }

    void lose(String why) {
        if (lost.complete(null)) {
            log.warn(
                    "lock {} was lost while its task ran: {}; whatever is guarded by token {} alone is safe",
                    name(),
                    why,
                    token());
            listener.lost(name());
        }
    }
}
