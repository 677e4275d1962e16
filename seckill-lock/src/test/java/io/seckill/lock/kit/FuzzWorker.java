package io.seckill.lock.kit;

import io.seckill.lock.HeldLock;
import io.seckill.lock.LockException;
import io.seckill.lock.LockException.Reason;
import io.seckill.lock.LockRequest;
import io.seckill.lock.LockResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One process of the fuzz: threads that increment the counters under the lock. */
public final class FuzzWorker {

    /** In the environment: arguments show in the list of processes. */
    static final String PASSWORD = "SECKILL_FUZZ_REDIS_PASSWORD";

    private final LockNode node;
    private final FuzzCounters counters;
    private final String lock;
    private final Duration lease;
    private final boolean pauses;

    private FuzzWorker(LockNode node, FuzzCounters counters, String lock, Duration lease, boolean pauses) {
        this.node = node;
        this.counters = counters;
        this.lock = lock;
        this.lease = lease;
        this.pauses = pauses;
    }

    /**
     * Works until it has done its increments, or until it is told to stop.
     *
     * @param args class of the nodes, host, port, lock, threads, increments, lease in ms, pauses, seed, number
     *     of this process, number of processes to wait for
     * @throws Exception if anything breaks: the process then ends with an error, which fails the fuzz
     */
    public static void main(String[] args) throws Exception {
        RedisAddress redis = new RedisAddress(args[1], Integer.parseInt(args[2]), System.getenv(PASSWORD));
        Duration lease = Duration.ofMillis(Long.parseLong(args[6]));
        LockNodes nodes =
                (LockNodes) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        try (LockNode node = nodes.open(redis, lease);
                FuzzCounters counters = new FuzzCounters(redis, args[3])) {
            counters.awaitAll(Integer.parseInt(args[10]));
            FuzzWorker worker = new FuzzWorker(node, counters, args[3], lease, Boolean.parseBoolean(args[7]));
            worker.work(Integer.parseInt(args[4]), Integer.parseInt(args[5]), Long.parseLong(args[8]), args[9]);
        }
        System.exit(0);
    }

    private void work(int threads, int increments, long seed, String process) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String me = process + "." + i;
            SplittableRandom random = new SplittableRandom(seed + me.hashCode());
            Thread thread = new Thread(() -> repeat(me, increments, random));
            thread.setUncaughtExceptionHandler((who, broken) -> {
                broken.printStackTrace();
                Runtime.getRuntime().halt(3);
            });
            thread.start();
            all.add(thread);
        }
        for (Thread one : all) {
            one.join();
        }
    }

    private void repeat(String me, int increments, SplittableRandom random) {
        int done = 0;
        for (int i = 0; increments > 0 ? done < increments : !counters.isStopped(); i++) {
            String attempt = me + "." + i;
            LockRequest request = LockRequest.of(lock)
                    .withPatience(Duration.ofSeconds(20))
                    .withLease(random.nextBoolean() ? lease : null);
            LockResult<Boolean> result;
            try {
                result = node.template().run(request, held -> increment(held, attempt, random));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (LockException e) {
                if (pauses && e.reason() == Reason.NO_ANSWER) {
                    continue; // This process was stopped for so long that its time-outs had passed when it woke.
                }
                throw e;
            }
            if (result.ran()) {
                done++;
                counters.ended(attempt, result.getClass().getSimpleName());
            }
        }
    }

    private boolean increment(HeldLock held, String attempt, SplittableRandom random) {
        long value = counters.read();
        long guarded = counters.guardedRead(held.token());
        if (pauses && random.nextInt(12) == 0) {
            pause(random.nextLong(2 * lease.toNanos()));
        }
        counters.write(value, attempt);
        boolean written = guarded >= 0 && counters.guardedWrite(guarded + 1, held.token());
        if (!written) {
            counters.refused();
        }
        return written;
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left + TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
