package io.seckill.lock;

import org.jspecify.annotations.Nullable;

/** Something is broken around a lock. That somebody else holds it is no exception but a value. */
public class LockException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is broken. */
    public enum Reason {
        /** The store did not answer, or with an error. What was asked may have been done. */
        NO_ANSWER,
        /** Under the lock's key lives something else, such as the lock of the other provider. It was left alone. */
        FOREIGN_HOLDER,
        /** The counter of the fencing tokens is not a number that may be counted on. No lock was granted. */
        DAMAGED_FENCE,
        /** The lock was asked for inside a running transaction, which would commit after the unlock. */
        IN_TRANSACTION,
        /** The thread was interrupted while it asked. */
        INTERRUPTED
    }

    private final Reason reason;
    private final String lock;
    private final String owner;

    /**
     * @param reason what is broken
     * @param lock the name of the lock
     * @param owner who asked: the owner, or the request id of a plain lock
     * @param cause what the store's client threw, or {@code null}
     */
    public LockException(Reason reason, String lock, String owner, @Nullable Throwable cause) {
        super(text(reason) + ": lock " + lock + ", owner " + owner, cause);
        this.reason = reason;
        this.lock = lock;
        this.owner = owner;
    }

    private static String text(Reason reason) {
        return switch (reason) {
            case NO_ANSWER -> "the lock store did not answer as it should";
            case FOREIGN_HOLDER -> "the key of the lock holds something else; is another lock provider in use?";
            case DAMAGED_FENCE -> "the counter of the fencing tokens is damaged";
            case IN_TRANSACTION ->
                "asked inside a transaction, which would commit after the unlock;"
                        + " lock first and begin the transaction inside, as LockTemplate.runInTransaction does";
            case INTERRUPTED -> "interrupted while asking";
        };
    }

    /** {@return what is broken} */
    public Reason reason() {
        return reason;
    }

    /** {@return the name of the lock} */
    public String lock() {
        return lock;
    }

    /** {@return who asked: the owner, or the request id of a plain lock} */
    public String owner() {
        return owner;
    }
}
