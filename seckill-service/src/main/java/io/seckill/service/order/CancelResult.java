package io.seckill.service.order;

/** What came of a buyer's wish to cancel. */
public sealed interface CancelResult {

    /**
     * It is cancelled, now or by an earlier wish of the buyer.
     *
     * @param order the order
     */
    record Cancelled(OrderView order) implements CancelResult {}

    /**
     * It cannot be cancelled in the state that it is in.
     *
     * @param order the order
     */
    record Refused(OrderView order) implements CancelResult {}

    /** This user has no such order. */
    record NotFound() implements CancelResult {}
}
