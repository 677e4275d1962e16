package io.seckill.lock;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a fenced lock.
 *
 * @param name what is locked, such as {@code rebuild:1001}: 1 to 200 visible ASCII characters without braces
 * @param owner who asks, 1 to 100 visible ASCII characters. The same owner may enter a lock it holds; everyone else,
 *     another thread of this JVM too, waits
 * @param patience how long to wait for it; zero asks once
 * @param lease how long it is held at most; {@code null} for as long as the task runs, renewed in the background
 */
public record LockRequest(
        String name,
        String owner,
        Duration patience,
        @Nullable Duration lease) {

    public LockRequest {
        LockKeys.requireName(name);
        if (!owner.matches("[!-~]{1,100}")) {
            throw new IllegalArgumentException("owner must be 1 to 100 visible ASCII characters: " + owner);
        }
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience must not be negative: " + patience);
        }
        if (lease != null && lease.toMillis() < 1) {
            throw new IllegalArgumentException("lease must be at least 1 ms: " + lease);
        }
    }

    /**
     * Asks once, for a renewed lease, as a new owner.
     *
     * @param name what is locked
     * @return the request
     */
    public static LockRequest of(String name) {
        return new LockRequest(name, UUID.randomUUID().toString(), Duration.ZERO, null);
    }

    /**
     * @param newOwner who asks: {@link HeldLock#owner()} enters that lock once more, on whichever thread
     * @return the same request by this owner
     */
    public LockRequest withOwner(String newOwner) {
        return new LockRequest(name, newOwner, patience, lease);
    }

    /**
     * @param newPatience how long to wait
     * @return the same request with this patience
     */
    public LockRequest withPatience(Duration newPatience) {
        return new LockRequest(name, owner, newPatience, lease);
    }

    /**
     * @param newLease how long it is held at most, {@code null} for renewed
     * @return the same request with this lease
     */
    public LockRequest withLease(@Nullable Duration newLease) {
        return new LockRequest(name, owner, patience, newLease);
    }
}
