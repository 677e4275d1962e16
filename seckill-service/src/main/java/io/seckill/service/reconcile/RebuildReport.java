package io.seckill.service.reconcile;

/**
 * What a rebuild found and left.
 *
 * @param activityId the activity
 * @param epoch the epoch under which it sells now
 * @param granted units that the ledger grants
 * @param stored units of live orders in MySQL
 * @param dead units of open dead letters
 * @param waiting units of accepted orders that survived in the queue and are not stored yet
 * @param voided accepted orders that survived and yet could not be kept, and are cancelled: their user has another live order, or there are
 *     more of them than units
 * @param remaining units left to sell
 */
public record RebuildReport(
        long activityId, long epoch, long granted, long stored, long dead, long waiting, int voided, long remaining) {}
