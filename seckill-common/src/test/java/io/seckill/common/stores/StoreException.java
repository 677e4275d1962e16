package io.seckill.common.stores;

import org.jspecify.annotations.Nullable;

/** A store could not be found, started or reached; the message says what to do about it. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what is wrong and what helps
     */
    public StoreException(String message) {
        super(message);
    }

    /**
     * @param message what is wrong and what helps
     * @param cause what was thrown below, or {@code null}
     */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
