package io.seckill.service.simulator;

/** The run is over: every actor's thread ends. */
final class Over extends Error {

    private static final long serialVersionUID = 1L;

    Over() {
        super(null, null, false, false);
    }
}
