package io.seckill.queue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Repeats a call to Redis until it is answered, however long that takes, or the pool gives its batches up. */
class Patience {

    private static final long FIRST_WAIT_MILLIS = 20;
    private static final long LONGEST_WAIT_MILLIS = 1000;
    private static final int MOST_REFUSALS = 5;

    private final OutageLog outages;
    private final CountDownLatch givenUp = new CountDownLatch(1);

    /** What the repetition came to. */
    enum Outcome {
        DONE,
        /** The server refused, several times, for a reason that does not pass by itself. */
        REFUSED,
        /** The pool stops and does not wait any longer; nobody knows whether the call was executed. */
        GIVEN_UP
    }

    Patience(OutageLog outages) {
        this.outages = outages;
    }

    /** Ends all waiting. */
    void giveUp() {
        givenUp.countDown();
    }

    boolean givenUp() {
        return givenUp.getCount() == 0;
    }

    /**
     * Repeats a call that may have been executed although it failed, and may be executed again.
     *
     * @param what names the call in the log
     * @param call throws if it failed
     * @param refusalIsAnAnswer a refusal by the server ends it at once, provided that no earlier try may have been
     *     executed; otherwise only the last of several refusals for a reason that does not pass by itself
     */
    Outcome untilAnswered(String what, Runnable call, boolean refusalIsAnAnswer) {
        long wait = FIRST_WAIT_MILLIS;
        int refusals = 0;
        boolean mayHaveRun = false;
        while (true) {
            try {
                call.run();
                outages.works(what);
                return Outcome.DONE;
            } catch (StepException e) {
                outages.failed(what, "the messages count as failed", e);
                return Outcome.REFUSED;
            } catch (RuntimeException e) {
                outages.failed(what, "it is repeated until it works", e);
                if (!RedisFailure.refused(e)) {
                    mayHaveRun = true;
                } else if (refusalIsAnAnswer && !mayHaveRun) {
                    return Outcome.REFUSED;
                } else if (!RedisFailure.passing(e) && ++refusals == MOST_REFUSALS) {
                    return Outcome.REFUSED;
                }
            }
            if (pause(wait)) {
                return Outcome.GIVEN_UP;
            }
            wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS);
        }
    }

    /** Waits; true if the pool gave up meanwhile. */
    boolean pause(long millis) {
        try {
            return givenUp.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // The pool interrupts only after giving up; anything else is a stray interrupt of a handler.
            return givenUp();
        }
    }
}
