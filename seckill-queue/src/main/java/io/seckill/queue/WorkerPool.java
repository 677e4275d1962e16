package io.seckill.queue;

import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Consumes all registered queues: one thread that looks, many that handle, one that keeps the leases. It starts and
 * stops with the application; a stop takes nothing new, waits for the batches in hand and returns what is left after
 * the grace time. Redis may be away at the start and at any time later.
 */
public final class WorkerPool implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(WorkerPool.class);
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final QueueProperties properties;
    private final RedisConnectionFactory connections;
    private final OrderHandler handler;
    private final DeadLetterSink sink;
    private final Clock clock;
    private final PoolCounters counters = new PoolCounters();
    private volatile int threads;
    private volatile @Nullable Running running;

    /** What lives from start to stop. */
    private record Running(
            String process,
            BatchTools tools,
            Crew crew,
            Poller poller,
            Thread pollerThread,
            Caretaker caretaker,
            Thread caretakerThread) {}

    /**
     * @param properties the settings
     * @param connections where the queues are
     * @param handler what is done with the messages
     * @param sink where those go that can not be handled
     * @param clock dates the dead letters
     */
    public WorkerPool(
            QueueProperties properties,
            RedisConnectionFactory connections,
            OrderHandler handler,
            DeadLetterSink sink,
            Clock clock) {
        this.properties = properties;
        this.connections = connections;
        this.handler = handler;
        this.sink = sink;
        this.clock = clock;
        this.threads = properties.threads();
    }

    @Override
    public synchronized void start() {
        if (running != null) {
            return;
        }
        // Random, never a host name: whoever comes up under the same name later must not be taken for this one.
        String process = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        OutageLog outages = new OutageLog(log, properties.logInterval(), System::nanoTime);
        ListCommands commands = new ListCommands(
                properties, Objects.requireNonNullElse(RedisTimeout.of(connections), properties.lease()));
        Dispatcher dispatcher = new Dispatcher(properties.batchSize(), () -> threads, System::nanoTime);
        BatchTools tools = new BatchTools(
                properties,
                handler,
                sink,
                commands,
                dispatcher,
                new RetryPolicy(properties.backoffInitial(), properties.backoffMax(), new SplittableRandom()),
                new Patience(outages),
                outages,
                counters,
                new ReentrantLock(),
                clock);
        Crew crew = new Crew(process, connections, tools);
        StalledRecoverer recoverer = new StalledRecoverer(
                commands,
                (queue, worker) -> worker.equals(process) || crew.holding(queue).contains(worker),
                counters);
        Poller poller = new Poller(properties, connections, commands, dispatcher, recoverer, outages);
        Caretaker caretaker = new Caretaker(process, connections, crew, poller::queues, tools);
        Thread pollerThread = new Thread(poller, "seckill-queue-poller");
        Thread caretakerThread = new Thread(caretaker, "seckill-queue-caretaker");
        running = new Running(process, tools, crew, poller, pollerThread, caretaker, caretakerThread);
        crew.resize(threads);
        pollerThread.start();
        caretakerThread.start();
        log.info("Consuming the queues of {} as {} with {} threads", properties.registry(), process, threads);
    }

    @Override
    public synchronized void stop() {
        Running stopping = running;
        if (stopping == null) {
            return;
        }
        stopping.tools().dispatcher().close();
        stopping.poller().stop();
        LockSupport.unpark(stopping.pollerThread());
        try {
            boolean ended = stopping.crew().awaitEnd(properties.grace());
            stopping.tools().patience().giveUp();
            if (!ended) {
                log.warn("Batches are in hand after the grace time of {}; they go back", properties.grace());
                stopping.crew().interrupt();
                stopping.crew().awaitEnd(AFTER_INTERRUPT);
            }
        } catch (InterruptedException e) {
            stopping.tools().patience().giveUp();
            Thread.currentThread().interrupt();
        }
        stopping.caretaker().stop();
        LockSupport.unpark(stopping.caretakerThread());
        leave(stopping);
        running = null;
        log.info("Consumer {} stopped", stopping.process());
    }

    /** Returns what is still in hand and takes this process off the lists of workers. */
    private void leave(Running stopping) {
        boolean interrupted = Thread.interrupted();
        try (RedisSession session = new RedisSession(connections)) {
            stopping.pollerThread().join(AFTER_INTERRUPT.toMillis());
            stopping.caretakerThread().join(AFTER_INTERRUPT.toMillis());
            stopping.crew().returnAll(session);
            for (String queue : stopping.poller().queues()) {
                stopping.tools().commands().recover(session, queue, stopping.process(), true);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (RuntimeException e) {
            log.warn("Redis is away at the stop ({}); the leases end by themselves", RedisFailure.line(e));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    /** No further batches until {@link #resume()}; those in hand are finished, leases are kept. */
    public void pause() {
        Running now = running;
        if (now != null) {
            now.tools().dispatcher().pause(true);
        }
    }

    /** Goes on after {@link #pause()}. */
    public void resume() {
        Running now = running;
        if (now != null) {
            now.tools().dispatcher().pause(false);
        }
    }

    /**
     * Changes the number of consumer threads; those above it finish the batch in hand first.
     *
     * @param wanted 1 to 1000
     * @throws IllegalArgumentException if it is out of range
     */
    public synchronized void resize(int wanted) {
        if (wanted < 1 || wanted > 1000) {
            throw new IllegalArgumentException("threads must be 1 to 1000, not " + wanted);
        }
        threads = wanted;
        Running now = running;
        if (now != null) {
            now.crew().resize(wanted);
        }
    }

    /** {@return consumer threads that live; 0 if the pool is stopped} */
    public int liveWorkers() {
        Running now = running;
        return now == null ? 0 : now.crew().alive();
    }

    PoolCounters counters() {
        return counters;
    }
}
