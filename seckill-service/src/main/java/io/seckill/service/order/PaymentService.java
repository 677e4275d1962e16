package io.seckill.service.order;

import io.seckill.common.SeckillException;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Records payments, each transaction of the provider once, however often it is reported. An order that still waits for
 * payment takes it, even a moment after its time; one that was cancelled never comes back to life, and the payment is
 * on record as due for refund.
 */
@Service
public class PaymentService {

    private static final Logger log = LoggerFactory.getLogger(PaymentService.class);

    private final OrderMapper orders;
    private final PaymentMapper payments;
    private final Transactions transactions;
    private final PaidNote paidNote;

    PaymentService(OrderMapper orders, PaymentMapper payments, Transactions transactions, PaidNote paidNote) {
        this.orders = orders;
        this.payments = payments;
        this.transactions = transactions;
        this.paidNote = paidNote;
    }

    /**
     * Records a payment.
     *
     * @param txnId the provider's number, 1 to 64 printable ASCII characters
     * @param orderId the order it is for
     * @return what came of it; the same again for a transaction that is on record
     * @throws SeckillException SYSTEM_BUSY if MySQL is away: the provider should report it again
     */
    public PaymentResult record(String txnId, long orderId) {
        PaymentResult result;
        try {
            result = onRecord(txnId, orderId).orElseGet(() -> apply(txnId, orderId));
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) != SqlFailure.DUPLICATE) {
                throw SqlFailure.busyUnlessData("the payment could not be recorded", e);
            }
            result = onRecord(txnId, orderId).orElseThrow();
        }
        if (result == PaymentResult.APPLIED) {
            tellRedis(orderId);
        }
        if (result == PaymentResult.APPLIED) {
            log.atInfo()
                    .addKeyValue("orderId", orderId)
                    .log("[service] payment {} of order {}: {}", txnId, orderId, result);
        } else {
            log.atWarn()
                    .addKeyValue("orderId", orderId)
                    .log(
                            "[service] payment {} of order {}: {}; somebody must give the money back",
                            txnId,
                            orderId,
                            result);
        }
        return result;
    }

    /**
     * How an order stands that somebody wants to pay.
     *
     * @param orderId the order
     * @return its status, empty if it is not stored: there is no such order, or not yet
     * @throws SeckillException SYSTEM_BUSY if MySQL is away
     */
    public Optional<OrderStatus> standing(long orderId) {
        try {
            return orders.byIds(List.of(orderId)).stream()
                    .map(order -> order.view().status())
                    .findFirst();
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("the order could not be read", e);
        }
    }

    private Optional<PaymentResult> onRecord(String txnId, long orderId) {
        return payments.find(txnId)
                .map(payment -> payment.orderId() == orderId ? payment.result() : PaymentResult.OTHER_ORDER);
    }

    private PaymentResult apply(String txnId, long orderId) {
        return transactions.in(() -> {
            boolean applied = orders.pay(orderId) == 1;
            if (!applied && orders.byIds(List.of(orderId)).isEmpty()) {
                return PaymentResult.UNKNOWN_ORDER;
            }
            PaymentResult result = applied ? PaymentResult.APPLIED : PaymentResult.REFUND_DUE;
            payments.record(txnId, orderId, result);
            return result;
        });
    }

    /** At once, since the buyer is looking; should it fail, the row says that it is still owed. */
    private void tellRedis(long orderId) {
        try {
            orders.byIds(List.of(orderId)).stream()
                    .filter(order -> order.returnState() == OrderRow.OWES_PAID_NOTE)
                    .forEach(paidNote::write);
        } catch (RuntimeException e) {
            log.atWarn()
                    .addKeyValue("orderId", orderId)
                    .log("[service] the claim of paid order {} is written later: {}", orderId, e.getMessage());
        }
    }
}
