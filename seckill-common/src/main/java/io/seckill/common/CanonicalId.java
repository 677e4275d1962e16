package io.seckill.common;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The one accepted spelling of an id: ASCII {@code [1-9][0-9]{0,18}} within a signed 64-bit number. Spring's own number
 * conversion also takes {@code 0x10}, full-width digits, {@code " 7 "} and {@code "1 2"}; none of them is an id.
 */
public final class CanonicalId {

    private static final int MAX_DIGITS = 19;

    private CanonicalId() {}

    /**
     * Reads an id.
     *
     * @param text what a client sent, or {@code null}
     * @return the id, or empty if it is spelt any other way or does not fit
     */
    public static OptionalLong parse(@Nullable String text) {
        return text == null ? OptionalLong.empty() : parse(text, 0, text.length());
    }

    /**
     * Reads an id out of a text.
     *
     * @param text the text
     * @param from where the id begins
     * @param to where it ends, exclusive
     * @return the id, or empty if it is spelt any other way or does not fit
     */
    public static OptionalLong parse(String text, int from, int to) {
        if (from >= to || to - from > MAX_DIGITS || text.charAt(from) == '0') {
            return OptionalLong.empty();
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            value = value * 10 + digit;
        }
        // Nineteen digits are below 10^19 < 2^64: too large a number shows as a negative one, exactly once.
        return value > 0 ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
