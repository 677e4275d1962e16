package io.seckill.lock.kit;

import java.time.Duration;

/** Opens nodes. Needs a public constructor without arguments: the fuzz opens nodes in other processes, by class name. */
public interface LockNodes {

    /**
     * Opens a node.
     *
     * @param redis where the locks live; no answer within a second or two must be an error
     * @param lease the lease of renewed locks
     * @return a node with connections of its own
     */
    LockNode open(RedisAddress redis, Duration lease);
}
