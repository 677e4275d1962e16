package io.seckill.service.http;

/**
 * Notices when the thread that waits for all sockets has had nothing to do: from one socket that has something to say to
 * the next it takes a microsecond, unless it has to look for more.
 */
final class Breather {

    private static final long LOOK_NANOS = 10_000;

    private long since = System.nanoTime();

    /** {@return whether the thread came from elsewhere than from the socket before} */
    boolean isTaken() {
        return System.nanoTime() - since > LOOK_NANOS;
    }

    /** A socket has been seen to. */
    void begins() {
        since = System.nanoTime();
    }
}
