package io.seckill.service.reconcile;

/**
 * One thing that is off.
 *
 * @param kind in what way
 * @param orderId the order; 0 if it cannot be read
 * @param userId its user; 0 if it cannot be read
 * @param text what was found, in English
 * @param repaired whether it was put right; otherwise somebody has to look at it
 */
public record Finding(FindingKind kind, long orderId, long userId, String text, boolean repaired) {

    Finding(FindingKind kind, long orderId, long userId, String text) {
        this(kind, orderId, userId, text, false);
    }

    Finding asRepaired() {
        return new Finding(kind, orderId, userId, text, true);
    }

    /** Whether the other one is the same seen again. */
    boolean sameAs(Finding other) {
        return kind == other.kind && orderId == other.orderId && userId == other.userId;
    }
}
