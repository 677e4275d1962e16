package io.seckill.service.reconcile;

import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.order.Claim;
import io.seckill.service.order.OrderStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says of one order whether what the stores hold of it fits together. */
final class Judge {

    private final long activityId;
    private final Waiting waiting;

    /**
     * @param activityId the activity
     * @param waiting messages that were on the way before any claim was read
     */
    Judge(long activityId, Waiting waiting) {
        this.activityId = activityId;
        this.waiting = waiting;
    }

    /**
     * Judges a claim.
     *
     * @param entry the claim
     * @param row the row of its order, read after the claim
     * @param letter the dead letter of its order, read after the claim
     * @return what is off, if anything is
     */
    Optional<Finding> claim(ClaimEntry entry, @Nullable StoredOrder row, ReconcileMapper.@Nullable Letter letter) {
        Claim claim = entry.claim();
        if (claim == null) {
            return Optional.of(
                    new Finding(FindingKind.CLAIM_UNREADABLE, 0, entry.userId(), "no claim: " + shown(entry.text())));
        }
        FindingKind kind = row == null ? withoutRow(claim, letter) : withRow(entry.userId(), claim, row);
        if (kind == null) {
            return Optional.empty();
        }
        String text = "claim " + shown(entry.text()) + ", " + (row == null ? "no row" : shown(row))
                + (letter == null ? "" : ", dead letter " + letter.state());
        return Optional.of(new Finding(kind, claim.orderId(), entry.userId(), text));
    }

    private @Nullable FindingKind withoutRow(Claim claim, ReconcileMapper.@Nullable Letter letter) {
        boolean gone = waiting.isGone(claim.orderId(), claim.seq());
        return switch (claim.status()) {
            case QUEUED, PROCESSING -> {
                if (letter != null && letter.isOpen()) {
                    yield gone && claim.status() == OrderStatus.QUEUED ? FindingKind.CLAIM_BEHIND : null;
                }
                // A replayed message is young in the queue and old by its number.
                boolean unclear =
                        letter != null && (letter.isBeingReplayed() || letter.isReplayed() && !waiting.isWhole());
                yield gone && !unclear ? FindingKind.MESSAGE_LOST : null;
            }
            case PENDING_PAYMENT -> gone ? FindingKind.ORDER_LOST : null;
            case PAID -> FindingKind.PAID_ORDER_LOST;
            default -> null;
        };
    }

    private @Nullable FindingKind withRow(long userId, Claim claim, StoredOrder row) {
        if (row.userId() != userId || row.activityId() != activityId || row.quantity() != claim.quantity()) {
            return FindingKind.CLAIM_DIFFERS;
        }
        if (row.isCancelled()) {
            return row.owesUnits() ? null : FindingKind.RETURN_LOST;
        }
        boolean told = !row.owesPaidNote() && !waiting.holds(row.id());
        return switch (claim.status()) {
            case QUEUED, PROCESSING -> told ? FindingKind.CLAIM_BEHIND : null;
            case PENDING_PAYMENT -> row.isPaid() && told ? FindingKind.CLAIM_BEHIND : null;
            case PAID -> row.isPaid() ? null : FindingKind.CLAIM_AHEAD;
            default -> null;
        };
    }

    /**
     * Judges a live order.
     *
     * @param row the order's row
     * @param entry its user's claim, read after the row
     * @return what is off, if anything is
     */
    static Optional<Finding> order(StoredOrder row, @Nullable ClaimEntry entry) {
        if (entry == null) {
            return Optional.of(new Finding(FindingKind.CLAIM_LOST, row.id(), row.userId(), "no claim, " + shown(row)));
        }
        Claim claim = entry.claim();
        return claim == null || claim.orderId() == row.id()
                ? Optional.empty()
                : Optional.of(new Finding(
                        FindingKind.CLAIM_OF_ANOTHER,
                        row.id(),
                        row.userId(),
                        "claim " + shown(entry.text()) + ", " + shown(row)));
    }

    /**
     * Judges an open dead letter whose order is no row.
     *
     * @param order the order in it
     * @param entry its user's claim, read after the letter
     * @return what is off, if anything is
     */
    static Optional<Finding> letter(AcceptedOrder order, @Nullable ClaimEntry entry) {
        Claim claim = entry == null ? null : entry.claim();
        return claim != null && claim.orderId() == order.orderId()
                ? Optional.empty()
                : Optional.of(new Finding(
                        FindingKind.DEAD_LETTER_WITHOUT_CLAIM,
                        order.orderId(),
                        order.userId(),
                        "open dead letter of " + order.quantity() + " units, "
                                + (entry == null ? "no claim" : "claim " + shown(entry.text()))));
    }

    /** Whatever stands in Redis: it must not break a log line. */
    private static String shown(String claim) {
        String plain = claim.replaceAll("[^0-9A-Za-z|]", "?");
        return plain.length() <= 100 ? plain : plain.substring(0, 100) + "...";
    }

    private static String shown(StoredOrder row) {
        return "row of " + row.quantity() + " units of user " + row.userId() + " in activity " + row.activityId()
                + ", status " + row.status() + ", return state " + row.returnState();
    }
}
