package io.seckill.lock;

import java.util.Optional;

/**
 * Where locks live. Two kinds, on the same keys, each shutting out the other:
 *
 * <ul>
 *   <li>the <em>plain</em> lock ({@link #tryLock}, {@link #unlock}, {@link #extend}): one string with an expiry, whose
 *       value is the request id. Not reentrant, never renewed, no fencing token;
 *   <li>the <em>fenced</em> lock ({@link #acquire}), which {@link LockTemplate} is built on: reentrant by owner, with a
 *       fencing token, renewable.
 * </ul>
 *
 * <p>Safe for use by many threads. A lock that is taken by somebody else is a value ({@code false}, empty); a store that
 * does not answer, or a key that something else lives under, is a {@link LockException}.
 */
public interface LockClient {

    /**
     * Takes the plain lock for the expiry that is configured ({@code seckill.lock.expiry}, 1000 ms unless set).
     *
     * @param bizKey what is locked, such as {@code warm-up:1001}: 1 to 200 visible ASCII characters without braces
     * @param requestId who asks: unique to this attempt, made once and kept for {@link #unlock}
     * @return {@code false} if somebody holds it, and be it the same request id
     * @throws LockException if Redis did not answer; the lock may then be held until its expiry
     */
    boolean tryLock(String bizKey, String requestId);

    /**
     * Takes the plain lock by one {@code SET NX PX}.
     *
     * @param bizKey what is locked, such as {@code warm-up:1001}: 1 to 200 visible ASCII characters without braces
     * @param requestId who asks: unique to this attempt, made once and kept for {@link #unlock}
     * @param expireMs milliseconds until the lock frees itself, at least 1
     * @return {@code false} if somebody holds it, and be it the same request id
     * @throws LockException if Redis did not answer; the lock may then be held until its expiry
     */
    boolean tryLock(String bizKey, String requestId, long expireMs);

    /**
     * Frees the plain lock if it is still this request's: compare and delete in one step. Call it only after
     * {@link #tryLock} said {@code true}, in a {@code finally}.
     *
     * @param bizKey what was locked
     * @param requestId what it was locked with
     * @return {@code false} if it was no longer ours: it expired, and what it guarded was done unguarded at the end.
     *     Logged and counted once
     * @throws LockException if Redis did not answer, or if the key holds something that is no plain lock
     */
    boolean unlock(String bizKey, String requestId);

    /**
     * Sets the expiry anew if the plain lock is still this request's.
     *
     * @param bizKey what was locked
     * @param requestId what it was locked with
     * @param expireMs milliseconds from now, at least 1
     * @return {@code false} if it was no longer ours; an expired lock is never revived
     * @throws LockException if Redis did not answer, or if the key holds something that is no plain lock
     */
    boolean extend(String bizKey, String requestId, long expireMs);

    /**
     * Takes the fenced lock, waiting for it as long as the request says. Nobody renews or frees what is handed out here
     * unless its holder does: prefer {@link LockTemplate}.
     *
     * @param request what, who, how long to wait, and for how long
     * @return the lease, or empty if somebody else held the lock all the while
     * @throws InterruptedException if the thread was interrupted while it asked or waited; should the store have granted
     *     the lock just then, it frees itself after its lease
     * @throws LockException if the store did not answer, or if the key holds something that is no fenced lock
     */
    Optional<LockLease> acquire(LockRequest request) throws InterruptedException;
}
