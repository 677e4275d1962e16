package io.seckill.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Keeps the leases of this process alive and its dead workers replaced, on a thread and connection of its own. */
final class Caretaker implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Caretaker.class);
    private static final long TICK_NANOS = Duration.ofMillis(100).toNanos();
    private static final int BEATS_PER_LEASE = 3;

    private final String process;
    private final RedisConnectionFactory connections;
    private final ListCommands commands;
    private final Crew crew;
    private final Supplier<List<String>> queues;
    private final OutageLog outages;
    private final PoolCounters counters;
    private final long beatNanos;
    private volatile boolean stopped;
    private long lastBeat = System.nanoTime();
    private List<String> beaten = List.of();

    Caretaker(
            String process,
            RedisConnectionFactory connections,
            Crew crew,
            Supplier<List<String>> queues,
            BatchTools tools) {
        this.process = process;
        this.connections = connections;
        this.commands = tools.commands();
        this.crew = crew;
        this.queues = queues;
        this.outages = tools.outages();
        this.counters = tools.counters();
        this.beatNanos = tools.properties().lease().toNanos() / BEATS_PER_LEASE;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try (RedisSession session = new RedisSession(connections)) {
            while (!stopped) {
                Thread.interrupted();
                try {
                    crew.replaceDead(session);
                    beat(session);
                    outages.works("Keeping the leases");
                } catch (Exception e) {
                    outages.failed("Keeping the leases", "it is repeated until it works", e);
                } catch (Error e) {
                    log.error("Keeping the leases broke; it goes on", e);
                }
                LockSupport.parkNanos(TICK_NANOS);
            }
        }
    }

    private void beat(RedisSession session) {
        List<String> now = queues.get();
        boolean due = System.nanoTime() - lastBeat >= beatNanos;
        if (!due && now.equals(beaten)) {
            return;
        }
        for (String queue : now) {
            if (due || !beaten.contains(queue)) {
                renew(session, queue);
            }
        }
        beaten = now;
        if (due) {
            lastBeat = System.nanoTime();
        }
    }

    private void renew(RedisSession session, String queue) {
        List<String> holding = crew.holding(queue);
        Map<String, Long> before = crew.grips(queue);
        try {
            List<String> gone = commands.renew(session, queue, process, holding);
            Map<String, Long> after = crew.grips(queue);
            // A worker that takes or lets go right now may have no lease yet, or no longer.
            List<String> lost = gone.stream()
                    .filter(name -> before.containsKey(name) && before.get(name).equals(after.get(name)))
                    .toList();
            if (!lost.isEmpty()) {
                counters.leasesLost.add(lost.size());
                outages.note(
                        "lease " + queue,
                        "Lease of " + String.join(", ", lost) + " on " + queue
                                + " is gone: its messages may be in other hands");
            }
        } catch (RuntimeException e) {
            if (!RedisFailure.refused(e)) {
                throw e;
            }
            outages.failed("Renewing leases of " + Objects.requireNonNull(queue), "the other queues go on", e);
        }
    }
}
