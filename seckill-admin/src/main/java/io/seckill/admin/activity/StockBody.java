package io.seckill.admin.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.stock.StockSource;
import org.jspecify.annotations.Nullable;

/**
 * What a program sends to change the stock of a sale.
 *
 * @param units units to add, negative to take away
 * @param from where they come from or go to, TOTAL or RESERVE; TOTAL if left out
 */
record StockBody(@Nullable Long units, @Nullable StockSource from) {

    long requiredUnits() {
        if (units == null) {
            throw SeckillException.invalid("units", "required");
        }
        return units;
    }

    StockSource source() {
        return from == null ? StockSource.TOTAL : from;
    }
}
