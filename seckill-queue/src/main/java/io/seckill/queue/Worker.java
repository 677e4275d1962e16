package io.seckill.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * One consumer: takes a batch into its own processing list, sees it through, and only then takes another. So whatever
 * it finds in its list when it takes is a batch whose reply was lost.
 */
final class Worker implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final String name;
    private final RedisConnectionFactory connections;
    private final BatchTools tools;
    private volatile @Nullable String inHand;
    private volatile boolean retired;
    private volatile long grip;
    private long batches;

    Worker(String name, RedisConnectionFactory connections, BatchTools tools) {
        this.name = name;
        this.connections = connections;
        this.tools = tools;
    }

    String name() {
        return name;
    }

    /** The queue of which this worker has, or may have, messages in its list. */
    @Nullable String inHand() {
        return inHand;
    }

    /**
     * The number of the batch that is surely held: its take was answered and nothing of it has been let go. 0 while a take
     * or an acknowledgement is under way, when there may be no lease for good reason.
     */
    long grip() {
        return grip;
    }

    /** The list was returned to the queue by someone else in this process. */
    void letGo() {
        inHand = null;
    }

    /** No further batch after the one in hand. */
    void retire() {
        retired = true;
    }

    /** Takes {@link #retire()} back if the worker has not ended yet. */
    void stay() {
        retired = false;
    }

    boolean retired() {
        return retired;
    }

    @Override
    public void run() {
        try (RedisSession session = new RedisSession(connections)) {
            boolean connected = false;
            while (!retired && !tools.dispatcher().closed()) {
                String queue = next();
                if (queue != null) {
                    takeTurn(session, queue);
                } else if (!connected && !tools.dispatcher().closed()) {
                    // Not at the start: where connections are few, the poller and the caretaker come first.
                    session.warmUp();
                }
                connected = true;
            }
        } catch (Throwable death) {
            grip = 0;
            tools.counters().workersDied.increment();
            log.error("Worker {} died; its messages go back and it is started again", name, death);
        }
    }

    private @Nullable String next() {
        try {
            return tools.dispatcher().next(IDLE);
        } catch (InterruptedException e) {
            // A handler left its interrupt behind. A stop is told by the dispatcher.
            return null;
        }
    }

    void takeTurn(RedisSession session, String queue) {
        if (tools.dispatcher().paused()) {
            // The turn was dealt a moment before the pause; it keeps.
            tools.dispatcher().offer(queue, 1);
            return;
        }
        boolean suspects = tools.suspects().tryLock();
        try {
            work(session, queue, suspects);
        } finally {
            releaseSuspects();
        }
    }

    private void releaseSuspects() {
        if (tools.suspects().isHeldByCurrentThread()) {
            tools.suspects().unlock();
        }
    }

    private void work(RedisSession session, String queue, boolean suspects) {
        inHand = queue;
        Taken[] taken = new Taken[1];
        Patience.Outcome outcome = tools.patience()
                .untilAnswered(
                        "Taking from " + queue,
                        () -> taken[0] = tools.commands().take(session, queue, name, suspects),
                        true);
        if (outcome == Patience.Outcome.GIVEN_UP) {
            return;
        }
        if (taken[0] == null || !taken[0].suspect()) {
            releaseSuspects();
        }
        boolean settled = true;
        if (outcome == Patience.Outcome.REFUSED) {
            tools.dispatcher().rest(queue);
        } else if (!taken[0].messages().isEmpty()) {
            tools.dispatcher().offer(queue, taken[0].left(), taken[0].messages().size());
            grip = ++batches;
            settled = new BatchRun(tools, session, queue, name, () -> grip = 0).run(taken[0].messages());
        }
        if (settled || !tools.patience().givenUp()) {
            // Unsettled and not stopping: the lease is no longer renewed, and its end brings the messages back.
            inHand = null;
        }
    }
}
