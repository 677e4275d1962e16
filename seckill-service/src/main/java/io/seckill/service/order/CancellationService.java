package io.seckill.service.order;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Cancels orders for their buyers. The units go back to MySQL in the same transaction and to Redis right after. */
@Service
public class CancellationService {

    private static final Logger log = LoggerFactory.getLogger(CancellationService.class);

    private final OrderMapper orders;
    private final ActivityMapper activities;
    private final Transactions transactions;
    private final UnitsReturner returner;
    private final OrderStatusService status;

    CancellationService(
            OrderMapper orders,
            ActivityMapper activities,
            Transactions transactions,
            UnitsReturner returner,
            OrderStatusService status) {
        this.orders = orders;
        this.activities = activities;
        this.transactions = transactions;
        this.returner = returner;
        this.status = status;
    }

    /**
     * Cancels an order that waits for payment.
     *
     * @param orderId the order
     * @param userId its buyer
     * @return what came of it
     * @throws SeckillException SYSTEM_BUSY if a store is away; whether it is cancelled, the same call tells later
     */
    public CancelResult cancel(long orderId, long userId) {
        Optional<OrderRow> row = tryCancel(orderId, userId);
        if (row.filter(order -> order.status() == OrderRow.PENDING_PAYMENT).isPresent()) {
            // It became a row between the two statements.
            row = tryCancel(orderId, userId);
        }
        if (row.isEmpty()) {
            // Not a row, perhaps still on its way to become one.
            return status.findById(orderId, userId)
                    .<CancelResult>map(CancelResult.Refused::new)
                    .orElseGet(CancelResult.NotFound::new);
        }
        OrderRow order = row.get();
        if (!order.isCancelled() || order.closeReason() != CloseReason.USER) {
            return new CancelResult.Refused(order.view());
        }
        if (order.returnState() == OrderRow.OWES_UNITS) {
            returnNow(order);
        }
        return new CancelResult.Cancelled(order.view());
    }

    private Optional<OrderRow> tryCancel(long orderId, long userId) {
        try {
            return transactions.in(() -> cancelRow(orderId, userId));
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("the order could not be cancelled", e);
        }
    }

    private Optional<OrderRow> cancelRow(long orderId, long userId) {
        boolean cancelled = orders.cancel(orderId, userId) == 1;
        Optional<OrderRow> row = orders.byIds(List.of(orderId)).stream()
                .filter(found -> found.userId() == userId)
                .findFirst();
        if (cancelled) {
            OrderRow order = row.orElseThrow();
            activities.giveStock(order.activityId(), order.quantity());
        }
        return row;
    }

    /**
     * At once, since somebody else may be waiting for the unit, and since the buyer's claim must not say later that the
     * order waits for payment. Should it fail, the row says that the units are still owed.
     */
    private void returnNow(OrderRow order) {
        try {
            returner.giveBack(order);
        } catch (RuntimeException e) {
            log.atWarn()
                    .addKeyValue("orderId", order.id())
                    .log("[service] the units of order {} are returned later: {}", order.id(), e.getMessage());
            throw SqlFailure.busyUnlessData("Redis has not heard that the order is cancelled", e);
        }
    }
}
