package io.seckill.service.activity;

/** Where an activity is in its life. */
public enum ActivityState {
    /** Being set up; nothing of it is in Redis. */
    DRAFT,
    /** Its stock is on the way to Redis; pressing the button again finishes it. */
    WARMING,
    /** Warm: sells within its window. */
    OPEN,
    /** Closed by an operator or some time after its end; what was accepted is still stored, paid and returned. */
    CLOSED,
    /** Closed, drained, and gone from Redis. */
    ARCHIVED;

    /** {@return whether buyers hear of it: from its warm-up on, which is what announces a sale} */
    public boolean isAnnounced() {
        return this != DRAFT;
    }

    /** {@return whether Redis holds the sale: it was opened, and is not archived} */
    public boolean isInRedis() {
        return this == OPEN || this == CLOSED;
    }
}
