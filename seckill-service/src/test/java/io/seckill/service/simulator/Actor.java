package io.seckill.service.simulator;

import java.util.function.BooleanSupplier;

/** A thread of a process. It runs when the world lets it, and stops at each step that the others could see. */
final class Actor {

    final String name;
    final Host<?> host;
    final Runnable turn;
    volatile Thread thread;
    long wakeAt;
    BooleanSupplier awaited;
    long awaitedUntil;

    /** Between two turns: nothing is under way. */
    boolean idle = true;

    /** Its process died; it ends as soon as it is let run. */
    boolean doomed;

    MySqlModel.Tx tx;

    Actor(String name, Host<?> host, Runnable turn) {
        this.name = name;
        this.host = host;
        this.turn = turn;
    }

    boolean isReady(long now) {
        if (doomed) {
            return true;
        }
        return host.upAt() <= now
                && wakeAt <= now
                && (awaited == null || now >= awaitedUntil || awaited.getAsBoolean());
    }

    /** When time alone may make it ready. */
    long readyAt() {
        return Math.max(host.upAt(), Math.max(wakeAt, awaited == null ? 0 : awaitedUntil));
    }
}
