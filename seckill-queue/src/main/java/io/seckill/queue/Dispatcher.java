package io.seckill.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deals the queues that have something to the idle workers, in turn: however long one queue is, every other one gets
 * its next batch after at most one batch of each. A queue whose handler handed a batch back rests for a while, each
 * time longer.
 */
final class Dispatcher {

    private static final long FIRST_REST = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_REST = Duration.ofSeconds(5).toNanos();

    private record Rest(long until, long length) {}

    private final int batchSize;
    private final IntSupplier threads;
    private final LongSupplier nanoTime;
    private final LinkedHashMap<String, Integer> turns = new LinkedHashMap<>(); // guarded by this
    private final Map<String, Rest> rests = new HashMap<>(); // guarded by this
    private boolean paused; // guarded by this
    private boolean closed; // guarded by this

    Dispatcher(int batchSize, IntSupplier threads, LongSupplier nanoTime) {
        this.batchSize = batchSize;
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** A look at the queue showed so many messages: at least enough turns for them. */
    synchronized void offer(String queue, long ready) {
        offer(queue, ready, batchSize);
    }

    /** A worker took a batch of this size and left so many: small batches (messages delivered before) need more hands. */
    synchronized void offer(String queue, long ready, int lastBatch) {
        if (ready <= 0 || closed || resting(queue)) {
            return;
        }
        long wanted = (ready + lastBatch - 1) / lastBatch;
        int granted = (int) Math.min(wanted, threads.getAsInt());
        turns.merge(queue, granted, Math::max);
        notifyAll();
    }

    /**
     * Waits for a queue that has something.
     *
     * @return its key, or {@code null} if there was none within the wait, or the dispatcher was closed
     */
    synchronized @Nullable String next(Duration wait) throws InterruptedException {
        long end = nanoTime.getAsLong() + wait.toNanos();
        while (turns.isEmpty() || paused) {
            long left = end - nanoTime.getAsLong();
            if (closed || left <= 0) {
                return null;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        Iterator<Map.Entry<String, Integer>> first = turns.entrySet().iterator();
        Map.Entry<String, Integer> turn = first.next();
        String queue = turn.getKey();
        int left = turn.getValue() - 1;
        first.remove();
        if (left > 0) {
            turns.put(queue, left);
        }
        return queue;
    }

    /** The queue's handler is in trouble: no turns for a while, twice as long as the last time. */
    synchronized void rest(String queue) {
        if (resting(queue)) {
            return;
        }
        Rest last = rests.get(queue);
        long length = last == null ? FIRST_REST : Math.min(last.length * 2, LONGEST_REST);
        rests.put(queue, new Rest(nanoTime.getAsLong() + length, length));
        turns.remove(queue);
    }

    /** The queue's handler works. */
    synchronized void works(String queue) {
        if (!rests.isEmpty() && !resting(queue)) {
            rests.remove(queue);
        }
    }

    synchronized boolean idle() {
        return turns.isEmpty();
    }

    synchronized void pause(boolean pause) {
        paused = pause;
        notifyAll();
    }

    synchronized boolean paused() {
        return paused;
    }

    synchronized void close() {
        closed = true;
        turns.clear();
        notifyAll();
    }

    synchronized boolean closed() {
        return closed;
    }

    private boolean resting(String queue) {
        Rest rest = rests.get(queue);
        return rest != null && nanoTime.getAsLong() - rest.until < 0;
    }
}
