package io.seckill.service.stock;

/** What came of a change of a sale's stock. */
public sealed interface StockChange {

    /**
     * The sale has them, or has them no more.
     *
     * @param ledgerNo the change's number in the ledger
     * @param units units added, negative if they were taken away
     */
    record Applied(long ledgerNo, long units) implements StockChange {}

    /**
     * More was to be taken away than is unsold; nothing was.
     *
     * @param unsold units that could have been taken
     */
    record BelowSold(long unsold) implements StockChange {}

    /**
     * It is noted and will be applied, once, as soon as the sale is open in Redis: by a worker, without another press.
     *
     * @param ledgerNo the change's number in the ledger
     */
    record Pending(long ledgerNo) implements StockChange {}
}
