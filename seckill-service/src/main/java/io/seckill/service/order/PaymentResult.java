package io.seckill.service.order;

/** What came of a payment that a provider reported. */
public enum PaymentResult {
    /** The order is paid by it. */
    APPLIED,
    /** The order does not wait for payment (cancelled, or paid by another transaction): the money must go back. */
    REFUND_DUE,
    /** There is no such order. Nothing was recorded. */
    UNKNOWN_ORDER,
    /** The transaction is on record for another order. Nothing was recorded. */
    OTHER_ORDER
}
