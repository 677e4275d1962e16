package io.seckill.service.simulator;

/** A promise was broken. */
final class Violation extends AssertionError {

    private static final long serialVersionUID = 1L;

    Violation(String what, Throwable cause) {
        super(what, cause);
    }
}
