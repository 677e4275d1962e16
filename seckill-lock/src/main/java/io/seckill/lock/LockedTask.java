package io.seckill.lock;

import org.jspecify.annotations.Nullable;

/**
 * What is done under a lock.
 *
 * @param <T> what it returns
 * @param <E> what it throws; the lock is given back all the same
 */
@FunctionalInterface
public interface LockedTask<T extends @Nullable Object, E extends Exception> {

    /**
     * Does it. No calls to other services and no slow IO in here: what is held for long is held beyond its lease one day.
     *
     * @param held the lock: its fencing token, and whether it is still held
     * @return what the caller is given
     * @throws E whatever the task throws
     */
    T run(HeldLock held) throws E;
}
