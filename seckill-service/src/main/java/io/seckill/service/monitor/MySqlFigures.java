package io.seckill.service.monitor;

import io.seckill.service.activity.ActivityState;

/**
 * An activity as one snapshot of MySQL had it.
 *
 * @param state where it is in its life
 * @param totalStock units it owns (T)
 * @param stock units that no live order holds (D)
 * @param reserved units held back from warm-up (R)
 * @param granted units of all settled grants
 * @param pendingGrants grants whose effect on Redis is not known
 * @param liveOrders orders that wait for payment or are paid
 * @param liveUnits their units (O)
 * @param cancelledOrders cancelled orders
 * @param returningOrders those of them whose units are still on the way back to Redis
 * @param deadLetters open dead letters
 * @param deadUnits units of those of them that can be read and have no live order (L)
 * @param maxSeq highest accept number stored
 * @param epoch raised whenever the sale is opened or opened again
 */
public record MySqlFigures(
        ActivityState state,
        long totalStock,
        long stock,
        long reserved,
        long granted,
        long pendingGrants,
        long liveOrders,
        long liveUnits,
        long cancelledOrders,
        long returningOrders,
        long deadLetters,
        long deadUnits,
        long maxSeq,
        long epoch) {}
