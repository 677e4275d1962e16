package io.seckill.service.monitor;

import org.jspecify.annotations.Nullable;

/**
 * A sale as Redis had it at one instant. A figure whose key is of a wrong type or holds no number is -1.
 *
 * @param open whether the gate is open for this run of Redis
 * @param granted units it was given to sell (W)
 * @param claimed units that live claims hold (C)
 * @param stock units left to sell (S)
 * @param claims live claims, one a user
 * @param seq number of the latest accept
 * @param epoch the epoch it sells under
 */
public record RedisFigures(boolean open, long granted, long claimed, long stock, long claims, long seq, long epoch) {

    /** Whether nothing was accepted or given back between two readings. */
    static boolean sameSale(@Nullable RedisFigures one, @Nullable RedisFigures other) {
        if (one == null || other == null) {
            return one == other;
        }
        return one.granted == other.granted
                && one.claimed == other.claimed
                && one.stock == other.stock
                && one.claims == other.claims
                && one.seq == other.seq;
    }
}
