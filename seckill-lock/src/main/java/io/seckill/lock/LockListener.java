package io.seckill.lock;

import java.time.Duration;

/** Is told what becomes of locks, to count it. Called on the way: must be quick and must not throw. */
public interface LockListener {

    /** Listens to nothing. */
    LockListener NONE = new LockListener() {};

    /**
     * A lock was given back, or found lost when it was to be given back.
     *
     * @param lock its name
     * @param time how long the task held it
     */
    default void held(String lock, Duration time) {}

    /**
     * A lock was wanted and somebody else had it, to the end of the wait.
     *
     * @param lock its name
     */
    default void busy(String lock) {}

    /**
     * A lock was lost before it was given back. Told once for each hold.
     *
     * @param lock its name
     */
    default void lost(String lock) {}
}
