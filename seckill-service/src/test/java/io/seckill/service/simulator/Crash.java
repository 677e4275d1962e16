package io.seckill.service.simulator;

/** The actor's process died: whatever the thread was doing ends here, and no store hears of it. */
final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    Crash() {
        super(null, null, false, false);
    }
}
