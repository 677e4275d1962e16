package io.seckill.admin.activity;

/**
 * A stock change that is done, or noted for when Redis is back.
 *
 * @param activityId the activity
 * @param ledgerNo the change's number in the activity's ledger
 * @param units units added, negative if taken away
 * @param state SETTLED, or PENDING if a worker has yet to finish it
 */
record StockJson(String activityId, long ledgerNo, long units, String state) {}
