package io.seckill.admin.live;

import io.seckill.admin.activity.Phase;
import io.seckill.service.pulse.Answer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a screen is told every second.
 *
 * @param at when, in epoch ms
 * @param reachable whether Redis answered; if not, there is nothing else
 * @param sale the sale; {@code null} while Redis has no such activity
 * @param speed what happens to it
 * @param nodes the processes that live
 */
record Tick(
        long at,
        boolean reachable,
        @Nullable Sale sale,
        @Nullable Speed speed,
        List<Node> nodes) {

    /**
     * A sale as it is.
     *
     * @param phase where it is; {@code null} if Redis does not tell
     * @param open whether its gate is open
     * @param granted units it was given to sell
     * @param claimed units that buyers hold
     * @param stock units left
     * @param accepted orders accepted ever
     * @param waiting accepted orders that wait to be stored
     * @param inHand those in the hands of a worker
     * @param retrying those that wait for another try
     * @param oldestMillis age of the oldest of them
     * @param workers processes that store them
     */
    record Sale(
            @Nullable Phase phase,
            boolean open,
            long granted,
            long claimed,
            long stock,
            long accepted,
            long waiting,
            long inHand,
            long retrying,
            long oldestMillis,
            int workers) {

        long backlog() {
            return waiting + inHand + retrying;
        }
    }

    /**
     * How fast it goes. What is not known yet is {@code null}.
     *
     * @param accepted orders accepted a second
     * @param stored orders that left the queue a second
     * @param calls requests to buy a second
     * @param p50 milliseconds within which half of them were decided
     * @param p99 milliseconds within which 99 of 100 were
     * @param answers requests a second, by answer
     * @param totals requests since the nodes started, by answer
     */
    record Speed(
            @Nullable Double accepted,
            @Nullable Double stored,
            @Nullable Double calls,
            @Nullable Double p50,
            @Nullable Double p99,
            Map<Answer, Double> answers,
            Map<Answer, Long> totals) {}

    /**
     * A process.
     *
     * @param node its name
     * @param process {@code api} or {@code worker}
     * @param calls requests to buy of this sale a second; {@code null} for a worker
     * @param p99 milliseconds within which 99 of 100 of them were decided
     * @param stored messages of all sales that it stored a second; {@code null} for an api
     * @param threads its consumer threads
     */
    record Node(
            String node,
            String process,
            @Nullable Double calls,
            @Nullable Double p99,
            @Nullable Double stored,
            @Nullable Long threads) {}

    /**
     * What the charts keep of it.
     *
     * @param at when, in epoch ms
     * @param stock units left
     * @param accepted orders accepted a second
     * @param stored orders that left the queue a second
     * @param backlog accepted orders that are not stored
     * @param p99 milliseconds
     */
    record Point(
            long at,
            @Nullable Long stock,
            @Nullable Double accepted,
            @Nullable Double stored,
            @Nullable Long backlog,
            @Nullable Double p99) {}

    Point point() {
        return new Point(
                at,
                sale == null ? null : sale.stock(),
                speed == null ? null : speed.accepted(),
                speed == null ? null : speed.stored(),
                sale == null ? null : sale.backlog(),
                speed == null ? null : speed.p99());
    }
}
