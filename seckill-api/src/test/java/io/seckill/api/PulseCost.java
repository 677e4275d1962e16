package io.seckill.api;

import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.service.pulse.Answer;
import io.seckill.service.pulse.OrderTally;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * What it costs a sale to be counted for the live screen and the meters, in processor time: two APIs in this JVM, one
 * that counts and tells and one that does neither, in turns; the counting by itself; and the one thread that tells. The
 * clients' own processor time is taken off.
 *
 * <p>Run it by hand, with the number of rounds (20) and of orders a round (4000) as arguments.
 */
public final class PulseCost {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CALLS = 20_000_000;

    private PulseCost() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int orders = args.length > 1 ? Integer.parseInt(args[1]) : 4000;
        String[] off = {
            "seckill.rate-limit.order.enabled", "false",
            "seckill.pulse.enabled", "false",
            "management.metrics.enable.seckill.order.calls", "false"
        };
        try (RunningApi bare = RunningApi.start(off);
                RunningApi full = RunningApi.start("seckill.rate-limit.order.enabled", "false")) {
            Sale sale = Sale.of(bare, 10_000_000);
            double[] without = new double[rounds];
            double[] with = new double[rounds];
            double[] difference = new double[rounds];
            for (int round = -rounds / 2; round < rounds; round++) {
                // Which of them begins changes, so that what a round does to the next hits both.
                boolean first = (round & 1) == 0;
                double one = EdgeCost.cost(first ? bare : full, EdgeCost.requests(sale, orders, false));
                double two = EdgeCost.cost(first ? full : bare, EdgeCost.requests(sale, orders, false));
                if (round >= 0) {
                    without[round] = first ? one : two;
                    with[round] = first ? two : one;
                    difference[round] = with[round] - without[round];
                }
            }
            System.out.printf(
                    "median of %d rounds of %d orders: without %.1f us an order, with %.1f us;"
                            + " the difference of a round: median %.2f us, quartiles %.2f and %.2f us%n",
                    rounds,
                    orders,
                    EdgeCost.median(without),
                    EdgeCost.median(with),
                    EdgeCost.median(difference),
                    quartile(difference, 1),
                    quartile(difference, 3));
            count(full.context().getBean(OrderTally.class), sale.id());
            tell();
        }
        System.exit(0);
    }

    private static void count(OrderTally tally, long sale) {
        for (int round = 0; round < 3; round++) {
            long began = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < CALLS; i++) {
                tally.answered(sale, (i & 7) == 0 ? Answer.ACCEPTED : Answer.SOLD_OUT, 1_000_000L + i);
            }
            System.out.printf(
                    "counting alone: %.0f ns a call%n", (THREADS.getCurrentThreadCpuTime() - began) / (double) CALLS);
        }
    }

    private static void tell() throws InterruptedException {
        long before = pulses();
        Thread.sleep(20_000);
        System.out.printf("telling: %.2f ms of processor time a second%n", (pulses() - before) / 20 / 1e6);
    }

    private static long pulses() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("pulse"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadCpuTime)
                .sum();
    }

    private static double quartile(double[] values, int which) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[which * sorted.length / 4];
    }
}
