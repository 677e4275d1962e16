package io.seckill.queue;

import org.jspecify.annotations.Nullable;

/**
 * Which dead letters to list.
 *
 * @param state only those in this state, or {@code null} for all
 * @param queue only those of this queue, or {@code null} for all
 * @param before only those with a lower number: the last one of the page before, or {@link Long#MAX_VALUE}
 * @param limit how many at most, 1 to 1000
 */
public record DeadLetterQuery(
        @Nullable DeadLetterState state, @Nullable String queue, long before, int limit) {

    private static final int MOST = 1000;

    /**
     * @throws IllegalArgumentException if the limit is out of range
     */
    public DeadLetterQuery {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST + ", not " + limit);
        }
    }

    /**
     * The newest ones in a state.
     *
     * @param state the state
     * @param limit how many at most, 1 to 1000
     * @return the query
     */
    public static DeadLetterQuery newest(DeadLetterState state, int limit) {
        return new DeadLetterQuery(state, null, Long.MAX_VALUE, limit);
    }
}
