package io.seckill.queue;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often a message was tried, as it stands in the hash of attempts.
 *
 * @param deliveries how often it was taken, at least 1
 * @param failures how often a handler failed with it
 */
record Counts(int deliveries, int failures) {

    /** Of a message that has no counts yet. */
    static final Counts FIRST = new Counts(1, 0);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):(\\d{1,9})(?::(.+))?");

    /** {@code deliveries:failures[:worker]}; what somebody spoilt by hand counts as a first delivery. */
    static Counts parse(String text) {
        Matcher counts = TEXT.matcher(text);
        if (!counts.matches()) {
            return FIRST;
        }
        return new Counts(Math.max(1, Integer.parseInt(counts.group(1))), Integer.parseInt(counts.group(2)));
    }

    /** The worker that took the message last and has not let go of it, if the counts name one. */
    static Optional<String> holder(String text) {
        Matcher counts = TEXT.matcher(text);
        return counts.matches() ? Optional.ofNullable(counts.group(3)) : Optional.empty();
    }
}
