package io.seckill.common.stores;

/** Where a Redis comes from. */
public enum RedisKind {
    /**
     * {@link #PATH} if there is one of 6.2 or later, else {@link #EMBEDDED}; for the shared stores, if that does not run
     * here, {@link #DOCKER}.
     */
    AUTO,
    /** The {@code redis-server} on the PATH, 6.2 or later. */
    PATH,
    /** The binary in the embedded-redis jar; on Linux x64 that is 6.2.11 and needs libssl3 and glibc 2.34. */
    EMBEDDED,
    /** A container; only for the shared stores. */
    DOCKER
}
