package io.seckill.service.simulator;

/** An error reply; its message begins with the error's code, as it does on the wire. */
final class RedisError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RedisError(String message) {
        super(message, null, false, false);
    }

    static RedisError wrongType() {
        return new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
    }
}
