package io.seckill.lock.kit;

import java.time.Duration;

/** Opens nodes. Needs a public constructor without arguments: the fuzz opens nodes in other processes, by class name. */
public interface LockNodes {

    /**
     * Opens a node.
     *
     * @param redis where the locks live
     * @param lease the lease of renewed locks; no answer within {@link #patience} must be an error
     * @return a node with connections of its own
     */
    LockNode open(RedisAddress redis, Duration lease);

    /**
     * How long a client waits for Redis: as long as the lease, so that a busy machine is no fault where nothing else is,
     * but one second at least and ten at most.
     *
     * @param lease of renewed locks
     * @return the time-out of one command
     */
    static Duration patience(Duration lease) {
        return Duration.ofMillis(Math.max(1_000, Math.min(lease.toMillis(), 10_000)));
    }
}
