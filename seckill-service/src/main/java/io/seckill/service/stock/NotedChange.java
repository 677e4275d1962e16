package io.seckill.service.stock;

/**
 * A change that the ledger has noted and not settled.
 *
 * @param activityId the activity
 * @param ledgerNo its number within the activity
 * @param kind what the ledger calls it
 * @param units units to add, negative to take away
 * @param actor who asked for it
 * @param epoch the activity's epoch when this was read
 */
record NotedChange(long activityId, long ledgerNo, String kind, long units, String actor, long epoch) {

    boolean isOfReserve() {
        return kind.equals(StockSource.RESERVE.kind());
    }
}
