package io.seckill.service.grab;

import java.util.Arrays;

/**
 * A sale as it was when nothing was left of it.
 *
 * @param seq number of its latest accept: while it is the same, nobody has bought since
 * @param epoch the epoch it sold under
 * @param startAt epoch ms
 * @param endAt epoch ms
 * @param perOrderLimit most units one order may take
 * @param holders users who held a claim, ascending
 */
record SoldOutSale(long seq, long epoch, long startAt, long endAt, long perOrderLimit, long[] holders) {

    /** Near its end a sale is the script's to judge. */
    private static final long BEFORE_END_MS = 1_000;

    boolean isHolder(long userId) {
        return Arrays.binarySearch(holders, userId) >= 0;
    }

    boolean isOn(long nowMillis) {
        return nowMillis >= startAt && nowMillis < endAt - BEFORE_END_MS;
    }
}
