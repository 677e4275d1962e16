package io.seckill.service.order;

import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterEffects;
import io.seckill.queue.DeadLetterRefusedException;
import io.seckill.queue.StoredDeadLetter;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * What a dead letter means for the order in it. A replay needs the buyer's claim, or a row that is there already: without
 * either the units were given back. A void makes the order a cancelled row whose units return, in the transaction that
 * voids the letter; a message that is no order of its queue's activity holds no units, so there is nothing to settle.
 */
@Component
class DeadOrders implements DeadLetterEffects {

    private final OrderMapper orders;
    private final ClaimBook claims;

    DeadOrders(OrderMapper orders, ClaimBook claims) {
        this.orders = orders;
        this.claims = claims;
    }

    @Override
    public void replaying(StoredDeadLetter stored) {
        order(stored).ifPresent(order -> {
            if (row(order).isEmpty() && !claims.queuedAgain(order)) {
                throw new DeadLetterRefusedException(
                        "user " + order.userId() + " has no claim for order " + order.orderId()
                                + " in Redis any more: replayed, it would be one order more than units were granted");
            }
        });
    }

    @Override
    public void voided(StoredDeadLetter stored) {
        Optional<AcceptedOrder> order = order(stored);
        if (order.isEmpty()) {
            return;
        }
        Optional<OrderRow> row = row(order.get());
        if (row.isEmpty()) {
            orders.insertCancelled(order.get(), CloseReason.VOIDED);
        } else if (!row.get().isCancelled()) {
            throw new DeadLetterRefusedException("order " + row.get().id()
                    + " is stored and lives; replay the letter to close it, or cancel the order");
        }
    }

    /** The order's row, of whatever state; refuses if the id belongs to somebody else. */
    private Optional<OrderRow> row(AcceptedOrder order) {
        Optional<OrderRow> row = orders.byIds(List.of(order.orderId())).stream().findFirst();
        if (row.isPresent()
                && (row.get().userId() != order.userId() || row.get().activityId() != order.activityId())) {
            throw new DeadLetterRefusedException("order id " + order.orderId() + " is that of user "
                    + row.get().userId() + " in activity " + row.get().activityId()
                    + "; this contradiction has to be settled by hand");
        }
        return row;
    }

    private static Optional<AcceptedOrder> order(StoredDeadLetter stored) {
        DeadLetter letter = stored.letter();
        return AcceptedOrder.read(letter.queue(), letter.raw());
    }
}
