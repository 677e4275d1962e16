package io.seckill.service.grab;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Looks after a lane while anything in it is unanswered: one alarm for all its orders. A timed wait of each buyer's
 * thread would wake the timer's thread with every order, which is dear: see {@code docs/benchmarks.md}.
 */
final class LaneWatch {

    /** Looks at a busy lane come so often within one time-out. */
    private static final int LOOKS = 20;

    private final Terms terms;
    private final BooleanSupplier busy;
    private final LongConsumer endOverdue;
    private final AtomicBoolean set = new AtomicBoolean();

    /** Runs something later, in a thread that nothing blocks. */
    @FunctionalInterface
    interface Alarm {

        /**
         * @param nanos how much later
         * @param what what to run
         */
        void in(long nanos, Runnable what);
    }

    /**
     * How long anything may take.
     *
     * @param timeout how long an order, and a call, may go unanswered
     * @param nanoTime the timer
     * @param alarm wakes the watch
     */
    record Terms(Duration timeout, LongSupplier nanoTime, Alarm alarm) {}

    /**
     * @param terms how long anything may take
     * @param busy whether anything is unanswered
     * @param endOverdue ends what is overdue at a time
     */
    LaneWatch(Terms terms, BooleanSupplier busy, LongConsumer endOverdue) {
        this.terms = terms;
        this.busy = busy;
        this.endOverdue = endOverdue;
    }

    /** {@return when that which begins now is overdue} */
    long dueNanos() {
        return terms.nanoTime().getAsLong() + terms.timeout().toNanos();
    }

    /** Sees to it that there is a look; what was just taken in cannot be overdue before. */
    void keep() {
        if (!set.get() && busy.getAsBoolean() && set.compareAndSet(false, true)) {
            terms.alarm().in(terms.timeout().toNanos(), this::look);
        }
    }

    private void look() {
        try {
            endOverdue.accept(terms.nanoTime().getAsLong());
        } finally {
            if (busy.getAsBoolean()) {
                terms.alarm().in(terms.timeout().toNanos() / LOOKS, this::look);
            } else {
                set.set(false);
                // Somebody may have come between the two lines above and seen the alarm still set.
                keep();
            }
        }
    }
}
