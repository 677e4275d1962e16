package io.seckill.service.startup;

/** The stores that a process needs were not to be had; the message says which, where and why, in a sentence. */
final class StoresAwayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoresAwayException(String message) {
        super(message);
    }
}
