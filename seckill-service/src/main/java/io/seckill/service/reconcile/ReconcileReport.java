package io.seckill.service.reconcile;

import java.time.Instant;
import java.util.List;

/**
 * What one comparison of a sale's orders in Redis and MySQL came to.
 *
 * @param activityId the activity
 * @param startedAt when it began, by the clock of MySQL
 * @param finishedAt when it ended
 * @param gated whether nothing was compared because the sale is shut, or was shut or opened again meanwhile
 * @param claims claims that were looked at
 * @param orders live orders that were looked at
 * @param suspects what looked wrong at first and was looked at again
 * @param findings what was wrong twice, the first {@value Reconciler#MOST_SUSPECTS} at most
 */
public record ReconcileReport(
        long activityId,
        Instant startedAt,
        Instant finishedAt,
        boolean gated,
        long claims,
        long orders,
        int suspects,
        List<Finding> findings) {

    /** {@return whether nothing is off any more} */
    public boolean consistent() {
        return !gated && findings.stream().allMatch(Finding::repaired);
    }
}
