package io.seckill.service.startup;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares this machine's clock with a store's. */
final class ClockGap {

    /** Sales go by Redis, payments by MySQL, tokens by this machine; people notice from about here on. */
    private static final long MOST_MILLIS = 2_000;

    private ClockGap() {}

    /**
     * @param store whose clock it is
     * @param asked this clock before the question, epoch ms
     * @param told what the store said, epoch ms
     * @param answered this clock after the answer, epoch ms
     * @return what is wrong, or {@code null}: the store looked at its clock at some time between the two
     */
    static @Nullable Breach breach(String store, long asked, long told, long answered) {
        long gap = told < asked ? told - asked : Math.max(0, told - answered);
        if (Math.abs(gap) <= MOST_MILLIS) {
            return null;
        }
        return new Breach(
                store.toLowerCase(Locale.ROOT) + ".clock",
                "The clock of " + store + " is " + Math.abs(gap) / 1000.0 + " s " + (gap > 0 ? "ahead of" : "behind")
                        + " this machine's. Sales begin and end by Redis's clock, the time to pay runs by MySQL's."
                        + " Synchronise them all.");
    }
}
