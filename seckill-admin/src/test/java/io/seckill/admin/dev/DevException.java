package io.seckill.admin.dev;

/** The run cannot go on; the message says why and what helps. */
final class DevException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DevException(String message) {
        super(message);
    }
}
