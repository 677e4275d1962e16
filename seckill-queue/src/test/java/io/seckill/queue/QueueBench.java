package io.seckill.queue;

import io.seckill.queue.bench.KillRounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * The long runs, each with a Redis of its own: {@code kills [rounds]}, {@code drain [messages]}, {@code backlog
 * [messages]}, {@code idle [messages]}. The class path is that of the tests.
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
                case "idle" -> idle(bed, size == 0 ? 200 : size);
                case "backlog" -> backlog(bed, size == 0 ? 1_000_000 : size);
                default -> throw new IllegalArgumentException("kills, drain, idle or backlog, not " + args[0]);
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

    /** From the push to the handler, at random moments of a quiet queue. */
    private static void idle(TestBed bed, int messages) throws Exception {
        Random random = new Random();
        SynchronousQueue<Long> taken = new SynchronousQueue<>();
        bed.start((queue, batch) -> {
            taken.put(System.nanoTime());
            return BatchResult.allDone(batch);
        });
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            LockSupport.parkNanos(300_000_000L + random.nextLong(200_000_000L));
            long pushed = System.nanoTime();
            bed.push("i" + i);
            millis.add((taken.take() - pushed) / 1e6);
        }
        Collections.sort(millis.subList(0, messages));
        System.out.printf(
                "push to handler when idle, %d messages: median %.1f ms, 99%% below %.1f ms, longest %.1f ms%n",
                messages, millis.get(messages / 2), millis.get(messages * 99 / 100), millis.get(messages - 1));
        ProcessHandle self = ProcessHandle.current();
        long before = self.info().totalCpuDuration().orElseThrow().toMillis();
        LockSupport.parkNanos(20_000_000_000L);
        System.out.printf(
                "twenty idle seconds cost this process %d ms of processor time%n",
                self.info().totalCpuDuration().orElseThrow().toMillis() - before);
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
