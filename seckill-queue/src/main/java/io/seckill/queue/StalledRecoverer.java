package io.seckill.queue;

import java.util.List;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the messages of workers whose lease has ended back to their queue. Any number of these may run at once. */
final class StalledRecoverer {

    private static final Logger log = LoggerFactory.getLogger(StalledRecoverer.class);

    private final ListCommands commands;
    private final BiPredicate<String, String> alive;
    private final PoolCounters counters;

    /**
     * @param alive whether a worker, given queue and name, is one of this process that lives; its late heartbeat
     *     renews the lease
     */
    StalledRecoverer(ListCommands commands, BiPredicate<String, String> alive, PoolCounters counters) {
        this.commands = commands;
        this.alive = alive;
        this.counters = counters;
    }

    /**
     * Recovers what these workers had in hand.
     *
     * @return whether there was anything
     */
    boolean recover(RedisSession session, String queue, List<String> ended) {
        boolean any = false;
        for (String worker : ended) {
            if (alive.test(queue, worker)) {
                continue;
            }
            long returned = commands.recover(session, queue, worker, false);
            if (returned > 0) {
                any = true;
                counters.recovered.add(returned);
                log.warn("The lease of worker {} ended; {} messages are back in {}", worker, returned, queue);
            }
        }
        return any;
    }
}
