package io.seckill.admin.activity;

import io.seckill.service.stock.StockSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    static final StockForm EMPTY = new StockForm("", null, null);

    /** Without a sign, which the direction would turn into its opposite. */
    private static final Pattern PLAIN = Pattern.compile("0*[1-9][0-9]*");

    private static final long MOST = 1_000_000_000L;

    private static final int MOST_DIGITS = 10;

    /** {@return the form that was kept while somebody signed in} */
    static StockForm of(Map<String, String> fields) {
        return new StockForm(fields.get("units"), fields.get("from"), fields.get("direction"));
    }

    /** {@return why it cannot be accepted, by field} */
    Map<String, String> wrong() {
        Map<String, String> wrong = new LinkedHashMap<>();
        if (text().isEmpty()) {
            wrong.put("units", "required");
        } else if (!PLAIN.matcher(text()).matches()) {
            wrong.put("units", "plain-number");
        } else if (text().replaceFirst("^0+", "").length() > MOST_DIGITS || Long.parseLong(text()) > MOST) {
            wrong.put("units", "units-range");
        }
        if (named().isEmpty()) {
            wrong.put("from", "choice");
        }
        return wrong;
    }

    /** {@return whether units are to be taken away} */
    boolean takes() {
        return "TAKE".equals(direction);
    }

    /** {@return units to add, negative to take away; of a form with nothing wrong} */
    long readUnits() {
        long read = Long.parseLong(text());
        return takes() ? -read : read;
    }

    /** {@return where they come from or go to; of a form with nothing wrong} */
    StockSource source() {
        return named().orElseThrow();
    }

    private Optional<StockSource> named() {
        return Stream.of(StockSource.values())
                .filter(source -> source.name().equals(from))
                .findFirst();
    }

    private String text() {
        return units == null ? "" : units.strip();
    }
}
