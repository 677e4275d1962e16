package io.seckill.lock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What both clients do alike around a plain lock. */
final class PlainLocks {

    private static final Logger log = LoggerFactory.getLogger(PlainLocks.class);

    private PlainLocks() {}

    static void require(String requestId, long expireMs) {
        if (requestId.isBlank()) {
            throw new IllegalArgumentException("the request id must not be blank");
        }
        if (expireMs < 1) {
            throw new IllegalArgumentException("the expiry must be at least 1 ms: " + expireMs);
        }
    }

    static void tellLost(LockListener listener, String bizKey, String requestId) {
        log.warn(
                "lock {} of request {} was no longer ours when it was given back: it expired first, and the end of the"
                        + " work was unguarded; raise the expiry or do less inside",
                bizKey,
                requestId);
        listener.lost(bizKey);
    }
}
