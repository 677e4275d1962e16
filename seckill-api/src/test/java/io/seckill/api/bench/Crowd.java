package io.seckill.api.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * An open loop as a crowd is one: calls are due at even times whatever the server does. Everybody has a connection of his
 * own and keeps it; whose turn it is has been waiting for longest. One thread, non-blocking sockets. Latency counts from
 * when a call was due.
 */
final class Crowd implements AutoCloseable {

    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long TRIES_NANOS = 1_000_000_000L;
    /** What keeps connections open uses none that has been idle for nearly as long as the server keeps them: 30 s here. */
    private static final long FRESH_NANOS = 20_000_000_000L;

    private static final long GLANCE_NANOS = 500_000_000L;

    private final int port;
    private final int connections;
    private final LongFunction<byte[]> calls;
    private final Selector selector;
    private final Deque<Wire> idle = new ArrayDeque<>();
    private final Set<Wire> busy = new HashSet<>();
    private Slice slice = new Slice();
    private long sent;
    private long lastGlance;
    private long noConnectionUntil = Long.MIN_VALUE;

    /**
     * @param port of the server
     * @param connections how many; if all are busy, a call that is due waits for one, a second at most: then it is not sent
     * @param calls spells the n-th call
     */
    Crowd(int port, int connections, LongFunction<byte[]> calls) {
        this.port = port;
        this.connections = connections;
        this.calls = calls;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** So many calls a second for so long; what is answered meanwhile is in the slice. */
    Slice comes(double perSecond, double seconds) {
        slice = new Slice();
        double gap = 1e9 / perSecond;
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long due = start;
        long count = 0;
        while (System.nanoTime() < end) {
            long now = System.nanoTime();
            while (due <= now && due < end && (call(due) || givesUp(due, now))) {
                due = start + (long) (++count * gap);
            }
            look(1);
        }
        slice.ended((System.nanoTime() - start) / 1e9, count, busy.size());
        return slice;
    }

    /** Nobody comes any more; those who are there are waited for. */
    Slice goes() {
        slice = new Slice();
        long start = System.nanoTime();
        while (!busy.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS + GLANCE_NANOS) {
            look(50);
        }
        slice.ended((System.nanoTime() - start) / 1e9, 0, busy.size());
        return slice;
    }

    /** Nobody tries for longer to get through to a shop. */
    private boolean givesUp(long due, long now) {
        if (now - due < TRIES_NANOS) {
            return false;
        }
        slice.gaveUp();
        return true;
    }

    private boolean call(long due) {
        Wire wire = idle.size() + busy.size() < connections ? null : idle.poll();
        while (wire != null && System.nanoTime() - wire.due > FRESH_NANOS) {
            // The server may be about to close it.
            hangUp(wire);
            wire = idle.poll();
        }
        try {
            if (wire == null) {
                if (busy.size() >= connections) {
                    slice.waitedForConnection();
                    noConnectionUntil = System.nanoTime();
                    return false;
                }
                wire = new Wire(port, selector);
            }
            wire.send(calls.apply(sent++), due);
            busy.add(wire);
            // Before that it could not be sent, whatever the generator did.
            slice.sentLate(System.nanoTime() - Math.max(due, noConnectionUntil));
        } catch (IOException refused) {
            slice.answered("connection refused or reset", 0);
            hangUp(wire);
        }
        return true;
    }

    private void look(int millis) {
        try {
            selector.select(this::readable, millis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long now = System.nanoTime();
        if (now - lastGlance > GLANCE_NANOS) {
            lastGlance = now;
            for (Wire wire : Set.copyOf(busy)) {
                if (now - wire.due > PATIENCE_NANOS) {
                    slice.answered("no answer in 10 s", now - wire.due);
                    hangUp(wire);
                }
            }
        }
    }

    private void readable(SelectionKey key) {
        Wire wire = (Wire) key.attachment();
        boolean asked = busy.contains(wire);
        try {
            if (!key.isValid() || !wire.read()) {
                return;
            }
        } catch (IOException closed) {
            // An idle connection may be closed by the server whenever it likes.
            if (asked) {
                slice.answered("connection reset", System.nanoTime() - wire.due);
            }
            hangUp(wire);
            return;
        }
        if (asked) {
            slice.answered(wire.outcome(), System.nanoTime() - wire.due);
            busy.remove(wire);
            idle.add(wire);
        }
    }

    private void hangUp(Wire wire) {
        if (wire == null) {
            return;
        }
        busy.remove(wire);
        idle.remove(wire);
        try {
            wire.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Set.copyOf(busy).forEach(this::hangUp);
        Set.copyOf(idle).forEach(this::hangUp);
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
