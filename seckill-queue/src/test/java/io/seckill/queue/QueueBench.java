package io.seckill.queue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.seckill.queue.bench.KillRounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/**
 * The long runs, each with a Redis of its own: {@code kills [rounds]}, {@code drain [messages]}, {@code backlog
 * [messages]}, {@code idle [messages]}, {@code rest [minutes]}; settings such as {@code poll-max=20ms} may follow. The
 * class path is that of the tests.
 */
final class QueueBench {

    private static final long TICK = 5_000_000;
    private static final int IDLE_SECONDS = 20;

    private QueueBench() {}

    /**
     * @param args which run, its size (0 for the usual one), settings
     */
    public static void main(String[] args) throws Exception {
        // The driver's lines at DEBUG would be most of what is measured.
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        int size = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        try (TestBed bed = new TestBed(TestBed.shared())) {
            System.out.printf(
                    "%s, Java %s, %d processors, heap at most %d MB%n",
                    TestBed.shared(),
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.getRuntime().maxMemory() >> 20);
            for (int i = 2; i < args.length; i++) {
                bed.set(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
            }
            switch (args[0]) {
                case "kills" -> kills(bed, size == 0 ? 50 : size);
                case "drain" -> drain(bed, size == 0 ? 1_000_000 : size);
                case "idle" -> idle(bed, size == 0 ? 200 : size);
                case "rest" -> rest(bed, size == 0 ? 5 : size);
                case "backlog" -> backlog(bed, size == 0 ? 1_000_000 : size);
                default -> throw new IllegalArgumentException("kills, drain, idle, rest or backlog, not " + args[0]);
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

    /** From the push to the handler, at random moments of a quiet queue, and what the quiet costs. */
    private static void idle(TestBed bed, int messages) throws Exception {
        Random random = new Random();
        SynchronousQueue<Long> taken = startTelling(bed);
        for (int i = 0; i < 50; i++) {
            pushToHandler(bed, taken, "warm-up" + i);
        }
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            LockSupport.parkNanos(300_000_000L + random.nextLong(200_000_000L));
            millis.add(pushToHandler(bed, taken, "i" + i));
        }
        Collections.sort(millis);
        System.out.printf(
                "push to handler when idle, %d messages: median %.1f ms, 99%% below %.1f ms, longest %.1f ms%n",
                messages, millis.get(messages / 2), millis.get(messages * 99 / 100), millis.get(messages - 1));
        Cost before = Cost.now(bed);
        LockSupport.parkNanos(IDLE_SECONDS * 1_000_000_000L);
        System.out.println(before.since(bed));
    }

    /** What a quiet time costs. */
    private record Cost(long nanos, long millisHere, double secondsOfRedis, double commands) {

        static Cost now(TestBed bed) {
            return new Cost(
                    System.nanoTime(),
                    ProcessHandle.current()
                            .info()
                            .totalCpuDuration()
                            .orElseThrow()
                            .toMillis(),
                    number(bed, "cpu", "used_cpu_user") + number(bed, "cpu", "used_cpu_sys"),
                    number(bed, "stats", "total_commands_processed"));
        }

        String since(TestBed bed) {
            Cost now = now(bed);
            double seconds = (now.nanos - nanos) / 1e9;
            return "%.0f idle seconds cost this process %.1f %% and Redis %.1f %% of a processor, %.0f commands a second"
                    .formatted(
                            seconds,
                            (now.millisHere - millisHere) / seconds / 10,
                            (now.secondsOfRedis - secondsOfRedis) / seconds * 100,
                            (now.commands - commands) / seconds);
        }
    }

    /** From the push to the handler after minutes in which nothing happened, three times. */
    private static void rest(TestBed bed, int minutes) throws Exception {
        SynchronousQueue<Long> taken = startTelling(bed);
        System.out.printf("the first message: %.1f ms%n", pushToHandler(bed, taken, "first"));
        for (int i = 1; i <= 3; i++) {
            Cost before = Cost.now(bed);
            LockSupport.parkNanos(minutes * 60_000_000_000L);
            System.out.println(before.since(bed));
            System.out.printf(
                    "push to handler after %d idle minutes: %.1f ms%n", minutes, pushToHandler(bed, taken, "r" + i));
        }
        bed.awaitDrained();
    }

    /** Starts workers that tell when they are called. */
    private static SynchronousQueue<Long> startTelling(TestBed bed) {
        SynchronousQueue<Long> taken = new SynchronousQueue<>();
        bed.start((queue, batch) -> {
            taken.put(System.nanoTime());
            return BatchResult.allDone(batch);
        });
        return taken;
    }

    private static double pushToHandler(TestBed bed, SynchronousQueue<Long> taken, String id) throws Exception {
        long pushed = System.nanoTime();
        bed.push(id);
        return (taken.take() - pushed) / 1e6;
    }

    private static double number(TestBed bed, String section, String name) {
        return Double.parseDouble(bed.redis
                .execute(connection -> connection.serverCommands().info(section), true)
                .getProperty(name));
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
