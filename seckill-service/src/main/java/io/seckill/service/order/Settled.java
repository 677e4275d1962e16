package io.seckill.service.order;

import java.time.Instant;

/** What became of an accepted order in MySQL. */
sealed interface Settled {

    /** {@return the order} */
    AcceptedOrder order();

    /**
     * It is a row now.
     *
     * @param order the order
     * @param payBefore until when it can be paid
     */
    record Stored(AcceptedOrder order, Instant payBefore) implements Settled {}

    /**
     * It was a row already: this is a second delivery.
     *
     * @param order the order
     * @param row its row
     */
    record Known(AcceptedOrder order, OrderRow row) implements Settled {}

    /**
     * It could not live and is a cancelled row; its units go back.
     *
     * @param order the order
     * @param reason why
     */
    record Closed(AcceptedOrder order, CloseReason reason) implements Settled {}

    /**
     * It contradicts what MySQL holds; a person must look at it.
     *
     * @param order the order
     * @param why in what way
     */
    record Impossible(AcceptedOrder order, String why) implements Settled {}
}
