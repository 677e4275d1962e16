package io.seckill.queue;

import io.seckill.service.simulator.World;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.unit.DataSize;

/**
 * The consumer of one process, put together as {@link WorkerPool} does, without its threads: the simulator's actors make
 * the turns of the workers, of the poller and of the caretaker.
 */
public final class SteppedPool {

    public static final QueueProperties PROPERTIES = new QueueProperties(
            true,
            "seckill:queues",
            2,
            3,
            DataSize.ofKilobytes(64),
            Duration.ofSeconds(2),
            3,
            6,
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            1_000,
            Duration.ofMillis(5),
            Duration.ofMillis(40),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofMinutes(1));

    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final String process;
    private final RedisConnectionFactory connections;
    private final ListCommands commands;
    private final StalledRecoverer recoverer;
    private final List<Worker> workers = new ArrayList<>();

    public SteppedPool(
            String process,
            int threads,
            RedisConnectionFactory connections,
            OrderHandler handler,
            DeadLetterSink sink,
            World world,
            RandomGenerator random,
            Clock clock) {
        this.process = process;
        this.connections = connections;
        LongSupplier nanos = () -> world.millis() * 1_000_000;
        OutageLog outages = new OutageLog(LoggerFactory.getLogger(SteppedPool.class), PROPERTIES.logInterval(), nanos);
        PoolCounters counters = new PoolCounters();
        this.commands = new ListCommands(PROPERTIES, TIMEOUT, nanos);
        BatchTools tools = new BatchTools(
                PROPERTIES,
                handler,
                sink,
                commands,
                new Dispatcher(PROPERTIES.batchSize(), () -> threads, nanos),
                new RetryPolicy(PROPERTIES.backoffInitial(), PROPERTIES.backoffMax(), random),
                new SteppedPatience(outages, world),
                outages,
                counters,
                new ReentrantLock(),
                clock);
        for (int i = 1; i <= threads; i++) {
            workers.add(new Worker(process + "-" + i, connections, tools));
        }
        this.recoverer = new StalledRecoverer(
                commands,
                (queue, worker) -> worker.equals(process) || holding(queue).contains(worker),
                counters);
    }

    private List<String> holding(String queue) {
        return workers.stream()
                .filter(worker -> queue.equals(worker.inHand()))
                .map(Worker::name)
                .toList();
    }

    /** A worker's turn. */
    public void work(int worker, String queue) {
        try (RedisSession session = new RedisSession(connections)) {
            workers.get(worker).takeTurn(session, queue);
        }
    }

    /** The caretaker's turn. */
    public void beat(String queue) {
        try (RedisSession session = new RedisSession(connections)) {
            commands.renew(session, queue, process, holding(queue));
        }
    }

    /** The poller's turn. */
    public void recover(String queue) {
        try (RedisSession session = new RedisSession(connections)) {
            recoverer.recover(session, queue, commands.peek(session, queue).ended());
        }
    }

    /** What operators do with dead letters. */
    public DeadLetters letters(DeadLetterStore store, DeadLetterEffects effects, Clock clock) {
        return new DeadLetters(
                Objects.requireNonNull(store),
                new RedisListQueue(connections, PROPERTIES),
                PROPERTIES,
                List.of(effects),
                clock);
    }
}
