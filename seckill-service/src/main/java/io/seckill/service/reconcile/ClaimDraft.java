package io.seckill.service.reconcile;

import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.order.Claim;
import io.seckill.service.order.CloseReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts together who holds what of an activity. What MySQL holds comes first and always stays; of the accepted orders
 * that only the queue knows, the earliest of each user stays, as long as there are units.
 */
final class ClaimDraft {

    private final long granted;
    private final Map<Long, String> claims = new HashMap<>();
    private long stored;
    private long dead;
    private long waiting;
    private final Map<AcceptedOrder, CloseReason> closed = new LinkedHashMap<>();
    private long seq;

    /**
     * @param granted units that there are
     * @param seq the highest accept number known so far
     */
    ClaimDraft(long granted, long seq) {
        this.granted = granted;
        this.seq = seq;
    }

    /** A live order in MySQL. */
    void addStored(RebuildMapper.LiveOrder order) {
        claims.put(
                order.userId(),
                Claim.ofStored(
                        order.id(),
                        order.quantity(),
                        order.seq(),
                        order.acceptedAt(),
                        order.status(),
                        order.payBefore()));
        stored += order.quantity();
        seq = Math.max(seq, order.seq());
    }

    /** Orders that are dead letters, and that nobody has settled. */
    void addDead(Collection<AcceptedOrder> orders) {
        for (AcceptedOrder order : inOrder(orders)) {
            if (place(order, Claim.DEAD)) {
                dead += order.quantity();
            }
        }
    }

    /** Orders that wait in the queue and are not rows yet. */
    void addWaiting(Collection<AcceptedOrder> orders) {
        for (AcceptedOrder order : inOrder(orders)) {
            if (place(order, Claim.QUEUED)) {
                waiting += order.quantity();
            }
        }
    }

    private boolean place(AcceptedOrder order, String state) {
        seq = Math.max(seq, order.seq());
        if (claims.containsKey(order.userId())) {
            closed.put(order, CloseReason.DUPLICATE);
            return false;
        }
        if (order.quantity() > remaining()) {
            closed.put(order, CloseReason.SHORTAGE);
            return false;
        }
        claims.put(
                order.userId(),
                Claim.ofAccepted(order.orderId(), order.quantity(), order.seq(), order.acceptedAt(), state));
        return true;
    }

    private static List<AcceptedOrder> inOrder(Collection<AcceptedOrder> orders) {
        List<AcceptedOrder> sorted = new ArrayList<>(orders);
        sorted.sort(Comparator.comparingLong(AcceptedOrder::seq));
        return sorted;
    }

    /** {@return by user, what the hash in Redis is to hold} */
    Map<Long, String> claims() {
        return claims;
    }

    /** {@return accepted orders that cannot be kept, and why} */
    Map<AcceptedOrder, CloseReason> closed() {
        return closed;
    }

    /** {@return units claimed} */
    long claimed() {
        return stored + dead + waiting;
    }

    /** {@return units left, never below 0} */
    long remaining() {
        return Math.max(0, granted - claimed());
    }

    /** {@return the highest accept number seen anywhere} */
    long seq() {
        return seq;
    }

    /** {@return what was found, for the log and the operator} */
    RebuildReport report(long activityId, long epoch) {
        return new RebuildReport(activityId, epoch, granted, stored, dead, waiting, closed.size(), remaining());
    }
}
