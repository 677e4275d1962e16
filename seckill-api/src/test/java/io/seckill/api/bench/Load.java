package io.seckill.api.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The load generator: one thread, non-blocking sockets. In a closed loop each connection sends its next request when it
 * has its answer; in an open one requests are due at even times whatever the server does, and the latency of each is
 * counted from when it was due, so a server that stalls is charged for all who would have come meanwhile.
 */
final class Load implements AutoCloseable {

    private static final long SILENCE_NANOS = 30_000_000_000L;
    private static final long LONGEST_MICROS = 60_000_000L;

    private final int port;
    private final Selector selector;
    private final List<Wire> wires = new ArrayList<>();
    private final Deque<Wire> idle = new ArrayDeque<>();
    private final Map<String, int[]> outcomes = new TreeMap<>();
    private Histogram latency = new Histogram(LONGEST_MICROS, 3);
    private int answered;

    /**
     * What came of it.
     *
     * @param answered requests that were answered
     * @param seconds from the first request to the last answer
     * @param outcomes how many answers of which kind
     * @param latency in microseconds
     * @param stoodStill for how long this JVM collected garbage meanwhile, ms: what was late then is its own fault
     */
    record Result(int answered, double seconds, Map<String, Integer> outcomes, Histogram latency, long stoodStill) {

        double perSecond() {
            return answered / seconds;
        }

        int count(String outcome) {
            return outcomes.getOrDefault(outcome, 0);
        }

        double millisAt(double percentile) {
            return latency.getValueAtPercentile(percentile) / 1000.0;
        }
    }

    Load(int port, int connections) {
        this.port = port;
        try {
            selector = Selector.open();
            for (int i = 0; i < connections; i++) {
                wires.add(new Wire(port, selector));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As fast as the answers come. */
    Result closed(List<byte[]> requests) {
        return run(requests, 0);
    }

    /** So many a second. */
    Result open(List<byte[]> requests, double perSecond) {
        return run(requests, 1e9 / perSecond);
    }

    private Result run(List<byte[]> requests, double gapNanos) {
        outcomes.clear();
        latency = new Histogram(LONGEST_MICROS, 3);
        answered = 0;
        idle.clear();
        idle.addAll(wires);
        // What there is of requests need not be moved about while it counts.
        System.gc();
        long collected = collectedMillis();
        long start = System.nanoTime();
        long heard = start;
        int sent = 0;
        try {
            while (answered < requests.size()) {
                long now = System.nanoTime();
                while (sent < requests.size() && !idle.isEmpty()) {
                    long due = gapNanos == 0 ? now : start + (long) (sent * gapNanos);
                    if (due > now) {
                        break;
                    }
                    idle.poll().send(requests.get(sent++), due);
                }
                boolean mayWait = gapNanos == 0 || idle.isEmpty() || sent == requests.size();
                selector.select(this::readable, mayWait ? 1000 : 1);
                if (!idle.isEmpty() || gapNanos > 0 && sent < requests.size()) {
                    heard = System.nanoTime();
                } else if (System.nanoTime() - heard > SILENCE_NANOS) {
                    throw new IllegalStateException("no answer for 30 s; " + answered + " of " + sent + " answered");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("after " + answered + " answers on port " + port, e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, Integer> counts = new TreeMap<>();
        outcomes.forEach((outcome, count) -> counts.put(outcome, count[0]));
        return new Result(answered, seconds, counts, latency, collectedMillis() - collected);
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private void readable(SelectionKey key) {
        Wire wire = (Wire) key.attachment();
        try {
            if (!key.isValid() || !wire.read()) {
                return;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        latency.recordValue(Math.min(LONGEST_MICROS, Math.max(0, (System.nanoTime() - wire.due) / 1000)));
        outcomes.computeIfAbsent(wire.outcome(), any -> new int[1])[0]++;
        answered++;
        idle.add(wire);
    }

    @Override
    public void close() {
        try {
            for (Wire wire : wires) {
                wire.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
