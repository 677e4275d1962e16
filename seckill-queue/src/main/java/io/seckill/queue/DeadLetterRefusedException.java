package io.seckill.queue;

/** Says why a dead letter cannot be replayed or voided. */
public final class DeadLetterRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param reason for the operator
     */
    public DeadLetterRefusedException(String reason) {
        super(reason, null, false, false);
    }
}
