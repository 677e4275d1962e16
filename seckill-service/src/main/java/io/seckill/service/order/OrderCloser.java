package io.seckill.service.order;

import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import org.springframework.stereotype.Component;

/** Stores accepted orders that cannot live as cancelled ones, so that their buyers get a final answer. */
@Component
public class OrderCloser {

    private final OrderMapper orders;
    private final Transactions transactions;

    OrderCloser(OrderMapper orders, Transactions transactions) {
        this.orders = orders;
        this.transactions = transactions;
    }

    /**
     * Stores one, in a transaction of its own.
     *
     * @param order the order
     * @param reason why it cannot live
     * @return {@code false} if a row of its id is there already; that one stays as it is
     */
    public boolean close(AcceptedOrder order, CloseReason reason) {
        try {
            return transactions.in(() -> {
                orders.insertCancelled(order, reason);
                return true;
            });
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) == SqlFailure.DUPLICATE) {
                return false;
            }
            throw e;
        }
    }
}
