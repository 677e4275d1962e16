package io.seckill.service.reconcile;

import io.seckill.service.order.Claim;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order's row, as far as its claim must agree with it; the schema says what each column means. */
record StoredOrder(
        long id,
        long activityId,
        long userId,
        int quantity,
        int status,
        int returnState,
        long seq,
        Instant acceptedAt,
        @Nullable Instant payBefore) {

    private static final int PAID = 1;
    private static final int CANCELLED = 2;
    private static final int OWES_UNITS = 1;
    private static final int OWES_PAID_NOTE = 3;

    boolean isPaid() {
        return status == PAID;
    }

    boolean isCancelled() {
        return status == CANCELLED;
    }

    boolean owesUnits() {
        return returnState == OWES_UNITS;
    }

    boolean owesPaidNote() {
        return returnState == OWES_PAID_NOTE;
    }

    /** {@return the claim that a live order must have} */
    String claim() {
        return Claim.ofStored(id, quantity, seq, acceptedAt, status, payBefore);
    }

    /** {@return state and time as such a claim ends with} */
    String claimState() {
        String[] parts = claim().split("\\|", 5);
        return parts[4];
    }
}
