package io.seckill.admin.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.stock.StockSource;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form of a stock change as a person filled it in.
 *
 * @param units a whole number above 0; the direction says which way
 * @param from TOTAL or RESERVE
 * @param direction TAKE to take them away; otherwise they are added
 */
record StockForm(
        @Nullable String units,
        @Nullable String from,
        @Nullable String direction) {

    /** Without a sign, which the direction would turn into its opposite; no longer than any number of units may be. */
    private static final Pattern PLAIN = Pattern.compile("0*[1-9][0-9]{0,9}");

    long readUnits() {
        String text = units == null ? "" : units.strip();
        if (text.isEmpty()) {
            throw SeckillException.invalid("units", "required");
        }
        if (!PLAIN.matcher(text).matches()) {
            throw SeckillException.invalid("units", "plain-number");
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
