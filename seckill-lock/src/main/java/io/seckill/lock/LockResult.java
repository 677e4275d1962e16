package io.seckill.lock;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a task that wanted a lock.
 *
 * @param <T> what the task returns
 */
public sealed interface LockResult<T extends @Nullable Object> {

    /**
     * The task ran, and the lock was held all the while.
     *
     * @param value what the task returned
     * @param token the fencing token it ran under
     */
    record Done<T extends @Nullable Object>(T value, long token) implements LockResult<T> {}

    /**
     * The task ran to its end, but the lock was lost on the way: somebody else may have run beside it. What it wrote
     * stands only where the store compared the fencing token.
     *
     * @param value what the task returned
     * @param token the fencing token it ran under
     */
    record Lost<T extends @Nullable Object>(T value, long token) implements LockResult<T> {}

    /**
     * Somebody else holds the lock; the task did not run.
     *
     * @param lock the name of the lock
     */
    record Busy<T extends @Nullable Object>(String lock) implements LockResult<T> {}

    /** {@return whether the task ran, be it that the lock was lost on the way} */
    default boolean ran() {
        return !(this instanceof Busy);
    }

    /** {@return what the task returned under a lock that was held to the end; empty also for a task that returns null} */
    default Optional<T> done() {
        return this instanceof Done<T> done ? Optional.ofNullable(done.value()) : Optional.empty();
    }
}
