package io.seckill.service.reconcile;

import io.seckill.service.order.AcceptedOrder;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which messages were on their way at one instant. Accept numbers rise with time and a message is written together with
 * its claim: an order that was accepted before this instant, and whose message was nowhere at it, had left the queue for
 * good by then.
 */
final class Waiting {

    private final boolean whole;
    private final boolean oldestKnown;
    private final long epoch;
    private final long seq;
    private final Set<Long> ids = new HashSet<>();
    private long oldest = Long.MAX_VALUE;

    /**
     * @param whole whether all messages are known
     * @param oldestKnown whether at least the oldest ones are
     * @param epoch the epoch under which the sale sold
     * @param seq number of the latest accept
     */
    Waiting(boolean whole, boolean oldestKnown, long epoch, long seq) {
        this.whole = whole;
        this.oldestKnown = oldestKnown;
        this.epoch = epoch;
        this.seq = seq;
    }

    void add(AcceptedOrder order) {
        ids.add(order.orderId());
        oldest = Math.min(oldest, order.seq());
    }

    /** Messages that were seen later on: they are there, and say nothing of which is the oldest. */
    void addSeen(Collection<Long> orderIds) {
        ids.addAll(orderIds);
    }

    boolean holds(long orderId) {
        return ids.contains(orderId);
    }

    /** {@return whether the message of an order with this number has certainly left the queue} */
    boolean isGone(long orderId, long itsSeq) {
        if (itsSeq > seq || holds(orderId)) {
            return false;
        }
        return whole || oldestKnown && itsSeq < oldest;
    }

    /** {@return whether all messages are known} */
    boolean isWhole() {
        return whole;
    }

    long epoch() {
        return epoch;
    }
}
