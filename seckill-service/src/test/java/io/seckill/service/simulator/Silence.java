package io.seckill.service.simulator;

/** No answer came; nobody knows whether the call was executed. */
public final class Silence extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Silence() {
        super("no answer from Redis", null, false, false);
    }
}
