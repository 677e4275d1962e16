package io.seckill.lock;

import java.time.Duration;

/** A fenced lock that was granted, for a time. */
public interface LockLease {

    /**
     * {@return the fencing token: larger than that of every earlier hold of this lock} Whoever guards data sends it along
     * and lets the store refuse a smaller one than it has seen.
     */
    long token();

    /** {@return how long the lock is held after it was granted, and after each renewal} */
    Duration length();

    /**
     * {@return the reading of {@link System#nanoTime()} until which the lock is held unless someone deleted it or Redis
     * lost it} On the safe side: counted from before the request was sent.
     */
    long validUntil();

    /**
     * Renews the lease by its length.
     *
     * @return {@code false} if it was lost: expired, or deleted
     * @throws LockException if the store did not answer: held or lost, nobody knows
     */
    boolean renew();

    /**
     * Gives the lock back, once.
     *
     * @return {@code false} if it was no longer ours
     * @throws LockException if the store did not answer; the lock then frees itself after its lease
     */
    boolean release();
}
