package io.seckill.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The one thread of a process that looks whether there is something to do: which queues there are, which of them have
 * messages, which workers' leases have ended. One round trip a look; the looks come quickly after something was found
 * and slowly when all is quiet.
 */
final class Poller implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Poller.class);

    private final QueueProperties properties;
    private final RedisConnectionFactory connections;
    private final ListCommands commands;
    private final Dispatcher dispatcher;
    private final StalledRecoverer recoverer;
    private final OutageLog outages;
    private volatile List<String> queues = List.of();
    private volatile boolean stopped;
    private long registryReadAt = System.nanoTime() - Duration.ofDays(1).toNanos();

    Poller(
            QueueProperties properties,
            RedisConnectionFactory connections,
            ListCommands commands,
            Dispatcher dispatcher,
            StalledRecoverer recoverer,
            OutageLog outages) {
        this.properties = properties;
        this.connections = connections;
        this.commands = commands;
        this.dispatcher = dispatcher;
        this.recoverer = recoverer;
        this.outages = outages;
    }

    /** {@return the queues of the registry, as last read} */
    List<String> queues() {
        return queues;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        Pace pace = new Pace(properties.pollMin(), properties.pollMax());
        try (RedisSession session = new RedisSession(connections)) {
            while (!stopped) {
                Thread.interrupted();
                long start = System.nanoTime();
                long wait;
                try {
                    boolean news = look(session);
                    outages.works("Looking at the queues");
                    wait = pace.after(news, System.nanoTime() - start);
                } catch (Exception e) {
                    outages.failed("Looking at the queues", "it is repeated until it works", e);
                    wait = pace.afterFailure();
                } catch (Error e) {
                    log.error("The look at the queues broke; it goes on", e);
                    wait = pace.afterFailure();
                }
                LockSupport.parkNanos(wait);
            }
        }
    }

    /** Returns whether there was something that nobody has been called for yet. */
    private boolean look(RedisSession session) {
        readRegistry(session);
        List<String> seen = queues;
        if (seen.isEmpty()) {
            return false;
        }
        boolean quiet = dispatcher.idle();
        boolean found = false;
        try {
            List<ListCommands.Peek> peeks = commands.peek(session, seen);
            for (int i = 0; i < peeks.size(); i++) {
                found |= tell(session, seen.get(i), peeks.get(i));
            }
        } catch (RuntimeException e) {
            if (!RedisFailure.refused(e)) {
                throw e;
            }
            // One queue that is refused (a key of a wrong type) must not hide the others.
            for (String queue : seen) {
                found |= lookAlone(session, queue);
            }
        }
        return quiet && found;
    }

    private boolean lookAlone(RedisSession session, String queue) {
        String what = "Looking at " + queue;
        try {
            boolean found = tell(session, queue, commands.peek(session, queue));
            outages.works(what);
            return found;
        } catch (RuntimeException e) {
            if (!RedisFailure.refused(e)) {
                throw e;
            }
            outages.failed(what, "the other queues go on", e);
            return false;
        }
    }

    private boolean tell(RedisSession session, String queue, ListCommands.Peek peek) {
        dispatcher.offer(queue, peek.ready());
        return recoverer.recover(session, queue, peek.ended()) || peek.ready() > 0;
    }

    private void readRegistry(RedisSession session) {
        long now = System.nanoTime();
        if (now - registryReadAt < properties.registryInterval().toNanos()) {
            return;
        }
        byte[] registry = properties.registry().getBytes(StandardCharsets.UTF_8);
        List<Object> answers =
                session.pipeline((connection, whole) -> connection.setCommands().sMembers(registry));
        queues = ((Set<?>) answers.get(0))
                .stream()
                        .map(key -> new String((byte[]) key, StandardCharsets.UTF_8))
                        .sorted()
                        .toList();
        registryReadAt = now;
    }
}
