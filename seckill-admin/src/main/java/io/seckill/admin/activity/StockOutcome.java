package io.seckill.admin.activity;

import io.seckill.admin.web.Texts;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.stock.StockChange;
import java.util.Locale;
import java.util.Map;

/** What came of a stock change, in words. */
final class StockOutcome {

    private StockOutcome() {}

    /**
     * A change that is done or noted, for people.
     *
     * @throws SeckillException INVALID_STATE if more was to be taken away than is unsold
     */
    static String text(StockChange outcome, Texts texts, Locale locale) {
        if (outcome instanceof StockChange.BelowSold refused) {
            throw belowSold(refused);
        }
        if (!(outcome instanceof StockChange.Applied applied)) {
            return texts.text("stock.pending", locale);
        }
        String key = applied.units() > 0 ? "stock.added" : "stock.taken";
        return texts.text(key, locale, Math.abs(applied.units()));
    }

    /** The same as a refusal. */
    static SeckillException belowSold(StockChange.BelowSold refused) {
        return new SeckillException(
                ErrorCode.INVALID_STATE,
                "only " + refused.unsold() + " units are unsold",
                Map.of("reason", "below-sold", "unsold", refused.unsold()),
                null,
                null);
    }
}
