package io.seckill.service.order;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that MySQL has on one order.
 *
 * @param order as its buyer sees it
 * @param seq number of the accept within its activity
 * @param epoch epoch of the accept
 * @param storedAt when its row was written
 * @param payBefore until when it could or can be paid
 * @param paidAt when it was paid, if it was
 * @param cancelledAt when it was cancelled, if it was
 * @param unitsBack whether the units of this cancelled order are on sale again; {@code null} if it has none to give back
 * @param payments what the payment provider reported, in the order of arrival
 */
public record OrderFile(
        OrderView order,
        long seq,
        long epoch,
        Instant storedAt,
        @Nullable Instant payBefore,
        @Nullable Instant paidAt,
        @Nullable Instant cancelledAt,
        @Nullable Boolean unitsBack,
        List<Payment> payments) {

    /**
     * A payment that was reported.
     *
     * @param txnId the provider's number
     * @param result whether it paid the order, or the money must go back
     * @param receivedAt when it was reported
     */
    public record Payment(String txnId, PaymentResult result, Instant receivedAt) {}
}
