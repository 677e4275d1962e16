package io.seckill.queue;

import io.seckill.queue.bench.KillRounds;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The long runs, each with a Redis of its own: {@code kills [rounds]}, {@code drain [messages]}, {@code backlog
 * [messages]}. The class path is that of the tests.
 */
final class QueueBench {

    private static final long TICK = 5_000_000;

    private QueueBench() {}

    /**
     * @param args which run, and its size
     */
    public static void main(String[] args) throws Exception {
        int size = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        try (TestBed bed = new TestBed(TestBed.shared())) {
            System.out.printf(
                    "%s, Java %s, %d processors, heap at most %d MB%n",
                    TestBed.shared(),
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.getRuntime().maxMemory() >> 20);
            switch (args[0]) {
                case "kills" -> kills(bed, size == 0 ? 50 : size);
                case "drain" -> drain(bed, size == 0 ? 1_000_000 : size);
                case "backlog" -> backlog(bed, size == 0 ? 1_000_000 : size);
                default -> throw new IllegalArgumentException("kills, drain or backlog, not " + args[0]);
            }
        } finally {
            TestBed.shared().close();
        }
        System.exit(0);
    }

    private static void kills(TestBed bed, int rounds) throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        long start = System.nanoTime();
        try (KillRounds kills = new KillRounds(
                TestBed.shared(), bed.set("registry", KillRounds.registry()).orderQueue(), seed)) {
            System.out.printf("%s in %.0f s%n", kills.run(rounds, 1000), seconds(start));
        }
    }

    /** Five times, because the JVM warms up. */
    private static void drain(TestBed bed, int messages) {
        for (int run = 1; run <= 5; run++) {
            bed.pushMany(messages);
            WorkerPool pool = bed.pool((queue, batch) -> BatchResult.allDone(batch));
            long start = System.nanoTime();
            pool.start();
            while (pool.counters().done.sum() < messages) {
                LockSupport.parkNanos(TICK);
            }
            double took = seconds(start);
            pool.stop();
            bed.assertDrained();
            System.out.printf("drained %,d messages in %.2f s: %,.0f a second%n", messages, took, messages / took);
        }
    }

    private static void backlog(TestBed bed, int messages) {
        bed.pushMany(messages);
        LongAdder seen = new LongAdder();
        System.out.printf(
                "waiting %,d; heap in use %,d KB%n",
                bed.orderQueue().snapshot(bed.queue).queued(), used());
        WorkerPool pool = bed.start((queue, batch) -> {
            seen.add(batch.size());
            return BatchResult.allDone(batch);
        });
        for (int tenth = 1; tenth <= 10; tenth++) {
            while (pool.counters().done.sum() < (long) messages * tenth / 10) {
                LockSupport.parkNanos(TICK);
            }
            System.out.printf("handled %,9d; heap in use %,d KB%n", seen.sum(), used());
        }
        bed.awaitDrained();
    }

    /** After a collection. */
    private static long used() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 10;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
