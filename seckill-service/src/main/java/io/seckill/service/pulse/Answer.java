package io.seckill.service.pulse;

/** What a request to buy was answered, as it is counted. */
public enum Answer {
    ACCEPTED(true),
    CONFIRMING(false),
    DUPLICATE(true),
    SOLD_OUT(true),
    NOT_STARTED(true),
    ENDED(true),
    NOT_OPEN(true),
    RATE_LIMITED(false),
    BUSY(false),
    OVER_LIMIT(true),
    REGRAB_LIMIT(true),
    UNKNOWN_ACTIVITY(false);

    private final boolean proof;

    Answer(boolean proof) {
        this.proof = proof;
    }

    /** Whether only an activity that exists is answered so: nobody fills the memory with activities of his invention. */
    boolean provesTheActivity() {
        return proof;
    }
}
