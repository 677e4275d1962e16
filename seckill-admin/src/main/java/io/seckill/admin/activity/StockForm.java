package io.seckill.admin.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.stock.StockSource;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a stock change as a person filled it in.
 *
 * @param units a whole number, with or without a sign
 * @param from TOTAL or RESERVE
 * @param direction TAKE to take them away; otherwise they are added
 */
record StockForm(
        @Nullable String units,
        @Nullable String from,
        @Nullable String direction) {

    /** No longer than any number of units may be. */
    private static final Pattern SIGNED = Pattern.compile("[+-]?[0-9]{1,10}");

    long readUnits() {
        String text = units == null ? "" : units.strip();
        if (text.isEmpty()) {
            throw SeckillException.invalid("units", "required");
        }
        if (!SIGNED.matcher(text).matches()) {
            throw SeckillException.invalid("units", "signed-number");
        }
        long read = Long.parseLong(text);
        return "TAKE".equals(direction) ? -read : read;
    }

    StockSource source() {
        for (StockSource source : StockSource.values()) {
            if (source.name().equals(from)) {
                return source;
            }
        }
        throw SeckillException.invalid("from", "other");
    }
}
