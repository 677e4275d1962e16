package io.seckill.service.pulse;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one process has counted since it started.
 *
 * @param at when it told, in epoch ms by the clock of Redis
 * @param node the process: machine, process id, and what tells it from the next one with the same
 * @param process {@code api} or {@code worker}
 * @param sales what it answered, by activity
 * @param worker what it stored; {@code null} if it is no worker
 */
public record Pulse(
        long at,
        String node,
        String process,
        Map<Long, SaleCount> sales,
        @Nullable WorkerCount worker) {

    /**
     * Requests to buy of one sale.
     *
     * @param answers how many were answered what
     * @param latencies how long it took, of those that were decided
     */
    public record SaleCount(Map<Answer, Long> answers, Latencies latencies) {

        /** Nobody asked. */
        public static final SaleCount NONE = new SaleCount(Map.of(), Latencies.NONE);
    }

    /**
     * Messages of all sales.
     *
     * @param done stored
     * @param retried put aside for another try
     * @param buried made a dead letter
     * @param threads consumer threads that live
     */
    public record WorkerCount(long done, long retried, long buried, long threads) {}
}
