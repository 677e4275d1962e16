package io.seckill.queue;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler when what it needs is away (a database that is down, a stale epoch): the batch goes back to the
 * queue's right end in order, neither a failure nor a delivery is counted, and the queue rests for a moment.
 */
public class HandBackException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what is away
     * @param cause what showed it, or {@code null}
     */
    public HandBackException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
