package io.seckill.queue;

import io.seckill.queue.bench.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * A process with a small heap whose threads push as fast as they can while its own workers handle; to be left without
 * Redis. It ends when its standard input does; the first byte read there ends the pushing and has the report written.
 */
final class PushingProcess {

    static final int THREADS = 32;
    private static final String BODY = "x".repeat(16_000);

    private final TestBed bed;
    private final String queue;
    private final AtomicBoolean over = new AtomicBoolean();
    private final LongAdder pushed = new LongAdder();
    private final LongAdder broken = new LongAdder();
    private final AtomicLong longestMillis = new AtomicLong();
    private final AtomicLong fewestFailures = new AtomicLong(Long.MAX_VALUE);
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    private PushingProcess(TestBed bed, String queue) {
        this.bed = bed;
        this.queue = queue;
    }

    /** Hash with what it did. */
    static String report(String queue) {
        return queue + ":report";
    }

    /** Set of ids whose push failed; some of them may be in the queue all the same. */
    static String failed(String queue) {
        return queue + ":failed";
    }

    /**
     * @param args host, port, queue, which has a registry of its own; the password is in the environment
     */
    public static void main(String[] args) throws Exception {
        String queue = args[2];
        TestBed bed = new TestBed(args[0], Integer.parseInt(args[1]), System.getenv("REDIS_PASSWORD"));
        bed.set("registry", queue + ":registry").set("lease", "3s").start(new Effects(bed.connections));
        new PushingProcess(bed, queue).run();
        Runtime.getRuntime().halt(0);
    }

    private void run() throws Exception {
        List<Thread> pushers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String prefix = "p" + i + "-";
            pushers.add(new Thread(() -> push(prefix)));
        }
        pushers.forEach(Thread::start);
        System.out.println("ready");
        System.in.read();
        over.set(true);
        for (Thread pusher : pushers) {
            pusher.join();
        }
        if (!failed.isEmpty()) {
            bed.redis.opsForSet().add(failed(queue), failed.toArray(String[]::new));
        }
        for (var entry : Map.of(
                        "pushed", pushed.sum(),
                        "broken", broken.sum(),
                        "fewestFailures", fewestFailures.get(),
                        "longestMillis", longestMillis.get())
                .entrySet()) {
            bed.redis
                    .opsForHash()
                    .put(report(queue), entry.getKey(), entry.getValue().toString());
        }
        bed.redis.opsForHash().put(report(queue), "complete", "1");
        while (System.in.read() >= 0) {
            continue;
        }
    }

    private void push(String prefix) {
        RedisListQueue queues = bed.orderQueue();
        long failures = 0;
        for (long i = 0; !over.get(); i++) {
            String id = prefix + i;
            long start = System.nanoTime();
            try {
                if (queues.push(queue, id, BODY) instanceof PushResult.Pushed) {
                    pushed.increment();
                }
            } catch (RuntimeException e) {
                failed.add(id);
                failures++;
            } catch (Error e) {
                broken.increment();
            }
            longestMillis.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
        }
        fewestFailures.accumulateAndGet(failures, Math::min);
    }
}
