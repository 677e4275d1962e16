package io.seckill.service.order;

/** What has become of an order. Those that are terminal never change again. */
public enum OrderStatus {
    /** Accepted; waits to be stored. */
    QUEUED,
    /** Could not be stored by itself; an operator settles it. */
    PROCESSING,
    /** Stored; waits for payment. */
    PENDING_PAYMENT,
    /** Paid. */
    PAID,
    /** Over; the close reason says why. */
    CANCELLED,
    /** Sent to Redis, and no answer came: it will turn out to be placed or not. */
    CONFIRMING,
    /** Provably nowhere: the buyer may try again. */
    NOT_PLACED;

    /** {@return whether an order of this status stands in the way of another one of its buyer} */
    public boolean isLive() {
        return this == QUEUED || this == PROCESSING || this == PENDING_PAYMENT || this == PAID;
    }
}
