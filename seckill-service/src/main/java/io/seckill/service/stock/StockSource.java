package io.seckill.service.stock;

/** Where units that are added to a sale come from, and where units that are taken away go. */
public enum StockSource {
    /** The total: the shop has more, or fewer, to sell. */
    TOTAL("DELTA"),
    /** The reserve that was held back from the warm-up: the total stays as it is. */
    RESERVE("RESERVE");

    private final String kind;

    StockSource(String kind) {
        this.kind = kind;
    }

    /** What the ledger calls it. */
    String kind() {
        return kind;
    }
}
