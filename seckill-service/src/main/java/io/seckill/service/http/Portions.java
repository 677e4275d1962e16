package io.seckill.service.http;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands calls to the threads in portions. A processor of {@link java.util.concurrent.ForkJoinPool}, on which virtual threads
 * run, stays with one queue of what comes from outside until it is empty. With more calls than can be answered Tomcat's
 * would never be, and the threads that Redis has answered, which are in another, would wait for seconds. So no more than
 * a portion waits in the pool; who comes beyond waits here, in turn, and a thread hands the next portion over when
 * the last one has begun, by which time the pool has looked at its other queues.
 *
 * <p>While a crowd is being turned away by a thread of its own, that one has to get its share: before each portion it may
 * come to the end of those that wait for it, or turn away so many. Otherwise they would take turns as threads do, the many
 * would get what the few leave, and wait in front of the door for as long as in the line.
 */
final class Portions implements AutoCloseable {

    /** A millisecond's work: enough to be worth a change of threads, and not too long to wait for. */
    static final int PORTION = portion(Runtime.getRuntime().availableProcessors());

    /** Turned away before a portion, at most: with more, those who are not would hardly get on. */
    static final int TURNED_AWAY = turnedAway(Runtime.getRuntime().availableProcessors());

    /** For how long a portion waits if nobody is turned away meanwhile. */
    private static final Duration PATIENCE = Duration.ofMillis(10);

    private static final Logger LOG = LoggerFactory.getLogger(Portions.class);

    private final Executor threads;
    private final Queue<Call> line = new ConcurrentLinkedQueue<>();
    private final AtomicInteger handed = new AtomicInteger();
    private final Thread usher = new Thread(this::usher, "seckill-usher");
    private final Duration patience;
    private final AtomicInteger turnedAway = new AtomicInteger();
    private volatile boolean crowd;
    private volatile boolean cleared;
    private volatile boolean givingWay;
    private volatile boolean closed;

    /** What is to be run, once, unless it is dropped. */
    interface Call extends Runnable {

        /** It will not be run any more. */
        void dropped();
    }

    Portions(Executor threads) {
        this(threads, PATIENCE);
    }

    Portions(Executor threads, Duration patience) {
        this.threads = threads;
        this.patience = patience;
        usher.setDaemon(true);
        usher.start();
    }

    /**
     * Runs a call in its turn. After the end it is dropped.
     *
     * @throws RuntimeException if the threads refuse it; it is dropped
     */
    void execute(Call call) {
        if (handed.get() < PORTION && line.isEmpty() && !closed) {
            hand(call);
            return;
        }
        line.add(call);
        if (closed) {
            dropAll();
        } else if (handed.get() == 0 && (!givingWay || isDue())) {
            LockSupport.unpark(usher);
        }
    }

    static int portion(int processors) {
        return 8 * processors;
    }

    /**
     * Who turns away is one thread, however many processors there are. With few it has to share one; with more it has one
     * for itself, and who waits for it waits for nothing.
     */
    static int turnedAway(int processors) {
        return processors <= 2 ? 16 * portion(processors) : portion(processors);
    }

    /** One more has been turned away, by a thread that has nothing to do with these. */
    void turnedAway() {
        crowd = true;
        if (turnedAway.incrementAndGet() == TURNED_AWAY) {
            wake();
        }
    }

    /** For a moment hardly anybody was there who might have to be turned away. */
    void cleared() {
        if (crowd && !cleared) {
            cleared = true;
            wake();
        }
    }

    private void wake() {
        if (handed.get() == 0 && !line.isEmpty()) {
            LockSupport.unpark(usher);
        }
    }

    /** Whether the next portion need not wait for those who are being turned away. */
    private boolean isDue() {
        return !crowd || cleared || turnedAway.get() >= TURNED_AWAY;
    }

    private void hand(Call call) {
        handed.incrementAndGet();
        boolean taken = false;
        try {
            threads.execute(() -> {
                oneLess();
                call.run();
            });
            taken = true;
        } finally {
            if (!taken) {
                oneLess();
                call.dropped();
            }
        }
    }

    private void oneLess() {
        if (handed.decrementAndGet() == 0 && !line.isEmpty()) {
            LockSupport.unpark(usher);
        }
    }

    private void usher() {
        while (!closed) {
            if (handed.get() > 0 || line.isEmpty()) {
                LockSupport.park(this);
                continue;
            }
            giveWay();
            for (int i = 0; i < PORTION; i++) {
                Call next = line.poll();
                if (next == null) {
                    break;
                }
                handUnlessRefused(next);
            }
        }
    }

    private void giveWay() {
        givingWay = true;
        long news = System.nanoTime();
        int heard = turnedAway.get();
        while (!isDue() && !closed) {
            LockSupport.parkNanos(this, patience.toNanos());
            if (heard != turnedAway.get()) {
                heard = turnedAway.get();
                news = System.nanoTime();
            } else if (System.nanoTime() - news >= patience.toNanos()) {
                crowd = false;
            }
        }
        givingWay = false;
        turnedAway.set(0);
        cleared = false;
    }

    /** Whatever goes wrong with one call, those behind it in the line have nobody else. */
    private void handUnlessRefused(Call next) {
        try {
            hand(next);
        } catch (RuntimeException | Error e) {
            LOG.warn("[http] a call in line could not be begun: {}", e.toString());
        }
    }

    /** Drops whoever is still in line. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(usher);
        dropAll();
    }

    private void dropAll() {
        for (Call call = line.poll(); call != null; call = line.poll()) {
            call.dropped();
        }
    }
}
