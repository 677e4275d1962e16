package io.seckill.api.support;

import java.util.concurrent.atomic.AtomicLong;

/** Users of a test's own: what one test does is not counted against another. */
public final class Users {

    private static final AtomicLong IDS = new AtomicLong(700_000_000_000L);

    private Users() {}

    public static long next() {
        return IDS.incrementAndGet();
    }

    /** The first of so many users whose ids follow each other. */
    public static long next(int count) {
        return IDS.getAndAdd(count) + 1;
    }
}
