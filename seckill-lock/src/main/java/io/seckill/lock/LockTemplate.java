package io.seckill.lock;

import io.seckill.lock.LockException.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs a task under a lock: takes it, renews it while the task runs, gives it back in any case, and tells when it was lost.
 * Busy is a value ({@link LockResult.Busy}), broken is a {@link LockException}.
 *
 * <p>A task may ask for the lock it runs under once more: the same thread enters at once, shares token and lease, and the
 * outermost task gives the lock back. Another thread is another owner, unless it asks with {@link LockRequest#withOwner}.
 *
 * <p>Refuses to take a lock inside a running transaction, which would be committed after the unlock, when the next holder
 * has already read the old state. {@link #runInTransaction} has the order right.
 */
public final class LockTemplate implements AutoCloseable {

    private final LockClient client;
    private final LockListener listener;
    private final LeaseRenewer renewer = new LeaseRenewer();

    /** What this thread holds at present, by name. */
    private final ThreadLocal<Map<String, HeldLock>> held = ThreadLocal.withInitial(HashMap::new);

    /**
     * @param client where the locks live
     * @param listener is told of hold times and lost locks
     */
    public LockTemplate(LockClient client, LockListener listener) {
        this.client = client;
        this.listener = listener;
    }

    /**
     * Runs the task if the lock is free now, and renews the lease while the task runs.
     *
     * @param <T> what the task returns
     * @param <E> what the task throws
     * @param name what is locked
     * @param task what is done
     * @return the task's value, or that the lock is busy
     * @throws E what the task threw
     * @throws LockException if the lock could not be asked for
     */
    public <T extends @Nullable Object, E extends Exception> LockResult<T> tryRun(String name, LockedTask<T, E> task)
            throws E {
        return askOnce(requestFor(name), task);
    }

    /**
     * Runs the task if the lock is free now, under a lease that is never renewed.
     *
     * @param <T> what the task returns
     * @param <E> what the task throws
     * @param name what is locked
     * @param lease how long it is held at most, at least 1 ms: three times the 99th percentile of the task's time
     * @param task what is done
     * @return the task's value, or that the lock is busy
     * @throws E what the task threw
     * @throws LockException if the lock could not be asked for
     */
    public <T extends @Nullable Object, E extends Exception> LockResult<T> tryRun(
            String name, Duration lease, LockedTask<T, E> task) throws E {
        return askOnce(requestFor(name).withLease(lease), task);
    }

    /**
     * Waits for the lock, runs the task, and renews the lease while the task runs.
     *
     * @param <T> what the task returns
     * @param <E> what the task throws
     * @param name what is locked
     * @param wait how long to wait for it
     * @param task what is done
     * @return the task's value, or that the lock was busy all the while
     * @throws E what the task threw
     * @throws InterruptedException if the thread was interrupted while it waited; the task did not run
     * @throws LockException if the lock could not be asked for
     */
    public <T extends @Nullable Object, E extends Exception> LockResult<T> run(
            String name, Duration wait, LockedTask<T, E> task) throws E, InterruptedException {
        return run(requestFor(name).withPatience(wait), task);
    }

    /**
     * Waits for the lock and runs the task, under a lease that is never renewed.
     *
     * @param <T> what the task returns
     * @param <E> what the task throws
     * @param name what is locked
     * @param wait how long to wait for it
     * @param lease how long it is held at most, at least 1 ms: three times the 99th percentile of the task's time
     * @param task what is done
     * @return the task's value, or that the lock was busy all the while
     * @throws E what the task threw
     * @throws InterruptedException if the thread was interrupted while it waited; the task did not run
     * @throws LockException if the lock could not be asked for
     */
    public <T extends @Nullable Object, E extends Exception> LockResult<T> run(
            String name, Duration wait, Duration lease, LockedTask<T, E> task) throws E, InterruptedException {
        return run(requestFor(name).withPatience(wait).withLease(lease), task);
    }

    /**
     * Waits for the lock, runs the task in a transaction, commits, and only then gives the lock back.
     *
     * @param <T> what the task returns
     * @param name what is locked
     * @param wait how long to wait for it
     * @param transaction begins and ends the transaction, such as a {@code TransactionTemplate}
     * @param task what is done; throws to roll back
     * @return the task's value once it is committed, or that the lock was busy all the while
     * @throws InterruptedException if the thread was interrupted while it waited; the task did not run
     * @throws LockException if the lock could not be asked for, or if a transaction is running already
     */
    public <T extends @Nullable Object> LockResult<T> runInTransaction(
            String name, Duration wait, TransactionOperations transaction, LockedTask<T, RuntimeException> task)
            throws InterruptedException {
        return run(name, wait, lock -> transaction.execute(status -> task.run(lock)));
    }

    /**
     * Runs the task under the lock that is asked for.
     *
     * @param <T> what the task returns
     * @param <E> what the task throws
     * @param request what, who, how long to wait, and for how long
     * @param task what is done
     * @return the task's value, or that the lock was busy all the while
     * @throws E what the task threw
     * @throws InterruptedException if the thread was interrupted while it waited; the task did not run
     * @throws LockException if the lock could not be asked for
     */
    public <T extends @Nullable Object, E extends Exception> LockResult<T> run(
            LockRequest request, LockedTask<T, E> task) throws E, InterruptedException {
        HeldLock outer = held.get().get(request.name());
        if (outer != null && outer.owner().equals(request.owner()) && outer.isStillHeld()) {
            return result(outer, task.run(outer));
        }
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new LockException(Reason.IN_TRANSACTION, request.name(), request.owner(), null);
        }
        Optional<LockLease> lease = client.acquire(request);
        if (lease.isEmpty()) {
            listener.busy(request.name());
            return new LockResult.Busy<>(request.name());
        }
        return runHeld(renewer.hold(request, lease.get(), listener), task);
    }

    private <T extends @Nullable Object, E extends Exception> LockResult<T> runHeld(
            HeldLock lock, LockedTask<T, E> task) throws E {
        Map<String, HeldLock> mine = held.get();
        HeldLock before = mine.put(lock.name(), lock);
        T value;
        try {
            renewer.watch(lock);
            value = task.run(lock);
        } finally {
            if (before == null) {
                mine.remove(lock.name());
            } else {
                mine.put(lock.name(), before);
            }
            lock.end();
        }
        return result(lock, value);
    }

    private <T extends @Nullable Object, E extends Exception> LockResult<T> askOnce(
            LockRequest request, LockedTask<T, E> task) throws E {
        try {
            return run(request, task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockException(Reason.INTERRUPTED, request.name(), request.owner(), e);
        }
    }

    private LockRequest requestFor(String name) {
        HeldLock outer = held.get().get(name);
        LockRequest request = LockRequest.of(name);
        return outer != null && outer.isStillHeld() ? request.withOwner(outer.owner()) : request;
    }

    private static <T extends @Nullable Object> LockResult<T> result(HeldLock lock, T value) {
        return lock.wasLost() ? new LockResult.Lost<>(value, lock.token()) : new LockResult.Done<>(value, lock.token());
    }

    /** Stops renewing. Locks that are held now free themselves after their lease. */
    @Override
    public void close() {
        renewer.close();
    }
}
