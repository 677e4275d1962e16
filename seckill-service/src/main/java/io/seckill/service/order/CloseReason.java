package io.seckill.service.order;

/** Why an order was cancelled. */
public enum CloseReason {
    /** Its buyer cancelled it. */
    USER,
    /** It was not paid in time. */
    TIMEOUT,
    /** An operator voided its dead letter. */
    VOIDED,
    /** MySQL had fewer units than Redis gave out. */
    SHORTAGE,
    /** Its buyer had another live order of the same activity. */
    DUPLICATE
}
