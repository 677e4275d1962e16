package io.seckill.queue.bench;

import io.seckill.common.stores.RedisServer;
import io.seckill.queue.OrderQueue;
import io.seckill.queue.QueueSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Two worker processes, and one of them is killed by SIGKILL at a random moment of every round, while a thousand messages
 * are handled. Every message has to have exactly one effect, none may be buried, and nothing may be left behind.
 */
public final class KillRounds implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LATEST_KILL_MILLIS = 130;

    private final RedisServer server;
    private final LettuceConnectionFactory connections;
    private final StringRedisTemplate redis;
    private final OrderQueue queues;
    private final String registry = "bench:queues";
    private final Random random;
    private final List<ForkedWorker> workers = new ArrayList<>();

    /**
     * What the rounds came to.
     *
     * @param messages pushed in all
     * @param deliveredAgain messages that were delivered more than once
     * @param roundsHit rounds in which the killed worker had something in hand
     */
    public record Report(long messages, long deliveredAgain, int roundsHit) {}

    public KillRounds(RedisServer server, OrderQueue queues, long seed) throws IOException {
        this.server = server;
        this.connections = BenchRedis.connect(server.host(), server.port(), server.password(), PATIENCE);
        this.redis = new StringRedisTemplate(connections);
        this.queues = queues;
        this.random = new Random(seed);
        workers.add(startWorker());
        workers.add(startWorker());
    }

    /** The registry of the queues, for the {@link OrderQueue} to look with. */
    public static String registry() {
        return "bench:queues";
    }

    public Report run(int rounds, int messages) throws Exception {
        long again = 0;
        int hit = 0;
        for (int round = 1; round <= rounds; round++) {
            long delivered = round(round, messages);
            again += delivered;
            hit += delivered > 0 ? 1 : 0;
        }
        return new Report((long) rounds * messages, again, hit);
    }

    /** Returns how many messages were delivered more than once. */
    private long round(int round, int messages) throws Exception {
        String queue = "bench:{round-" + round + "}";
        BenchRedis.push(redis, registry, queue, messages);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> redis.hasKey(Effects.keys(queue).get(2)));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextLong(LATEST_KILL_MILLIS)));
        int victim = random.nextInt(workers.size());
        workers.get(victim).kill();
        workers.set(victim, startWorker());
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> queues.snapshot(queue).empty());
        check(queue, messages);
        return redis.<String, String>opsForHash().entries(Effects.keys(queue).get(0)).values().stream()
                .filter(times -> !times.equals("1"))
                .count();
    }

    /**
     * One worker process is stopped in mid-work for longer than its lease, the other takes its messages over, and the
     * first wakes up with a batch in its hands that is no longer its own.
     */
    public void freeze(int messages) throws Exception {
        String queue = "bench:{freeze}";
        BenchRedis.push(redis, registry, queue, messages);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> redis.hasKey(Effects.keys(queue).get(2)));
        ForkedWorker sleeper = workers.get(0);
        sleeper.signal("STOP");
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> queues.snapshot(queue).empty());
        } finally {
            sleeper.signal("CONT");
        }
        // It is done waking up when it does its share of another round.
        BenchRedis.push(redis, registry, queue + ":after", messages);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> queues.snapshot(queue + ":after").empty());
        check(queue, messages);
    }

    private void check(String queue, int messages) {
        QueueSnapshot snapshot = queues.snapshot(queue);
        long done = redis.opsForSet().size(Effects.keys(queue).get(1));
        long effects =
                Long.parseLong(redis.opsForValue().get(Effects.keys(queue).get(2)));
        long dead = redis.opsForHash().size(registry + ":dead");
        long lists = redis.keys(queue.replace("{", "\\{").replace("}", "\\}") + ":processing:*")
                .size();
        long counted = redis.opsForHash().size(queue + ":attempts");
        if (done != messages || effects != messages || dead != 0 || lists != 0 || counted != 0) {
            throw new AssertionError(queue + ": of " + messages + " messages " + done + " were handled with " + effects
                    + " effects, " + dead + " were buried, " + lists + " processing lists and " + counted
                    + " counts are left; " + snapshot);
        }
    }

    private ForkedWorker startWorker() throws IOException {
        return ForkedWorker.start(server, registry);
    }

    @Override
    public void close() throws Exception {
        for (ForkedWorker worker : workers) {
            worker.close();
        }
        connections.destroy();
    }
}
