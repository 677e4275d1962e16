package io.seckill.service.reconcile;

/** In what way Redis and MySQL contradict each other about one order. */
public enum FindingKind {
    /** Accepted, and its message is nowhere. Repair: the message is put back. */
    MESSAGE_LOST,
    /** Redis says that it is stored, and MySQL has lost it. Repair: the message is put back, the order is stored again. */
    ORDER_LOST,
    /** Redis says that it is paid, and MySQL has lost it. A person must look. */
    PAID_ORDER_LOST,
    /** Cancelled, its units are noted as returned, and Redis still holds them. Repair: they are owed again. */
    RETURN_LOST,
    /** Redis knows less of it than MySQL. Repair: the claim is brought up to date. */
    CLAIM_BEHIND,
    /** Redis knows more of it than MySQL: it is paid there alone. A person must look. */
    CLAIM_AHEAD,
    /** Claim and row are of one id and yet of other users, activities or units. A person must look. */
    CLAIM_DIFFERS,
    /** What stands in the claim's place is no claim. A person must look. */
    CLAIM_UNREADABLE,
    /** Live in MySQL, and its user has no claim. Repair: the claim is restored, if its units can be found. */
    CLAIM_LOST,
    /** Live in MySQL, and its user's claim is another order's. A person must look. */
    CLAIM_OF_ANOTHER,
    /** An open dead letter whose user has no claim for it. A person must look. */
    DEAD_LETTER_WITHOUT_CLAIM
}
