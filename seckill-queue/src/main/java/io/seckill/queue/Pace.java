package io.seckill.queue;

import java.time.Duration;

/** How long to wait until the next look: quickly after news, then twice as long each time. Not thread-safe. */
final class Pace {

    private static final long AFTER_FAILURE = Duration.ofMillis(500).toNanos();

    private final long least;
    private final long most;
    private long interval;

    Pace(Duration least, Duration most) {
        this.least = least.toNanos();
        this.most = Math.max(this.least, most.toNanos());
        this.interval = this.least;
    }

    /**
     * After a look that was answered. The interval is from one look's start to the next one's, or a slow look would add
     * to the way of a message.
     *
     * @param news whether there was something to do
     * @param looked how long the look took, in nanoseconds
     * @return the wait, in nanoseconds; at least the least interval, so that a slow Redis is not asked without a pause
     */
    long after(boolean news, long looked) {
        interval = news ? least : Math.min(interval * 2, most);
        return Math.max(least, interval - looked);
    }

    /** {@return the wait after a look that failed, in nanoseconds} */
    long afterFailure() {
        interval = least;
        return AFTER_FAILURE;
    }
}
