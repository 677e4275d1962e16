package io.seckill.service.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Time, chance and turns. One actor runs at a time; at each step that the others could see it asks the world, which
 * picks who goes on. All that is picked comes from the seed, so a run of a seed is the same every time.
 */
public final class World {

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "simulator");
        thread.setDaemon(true);
        return thread;
    });

    /** A run takes milliseconds; one that takes so long hangs outside of the world's steps. */
    private static final long HANGS_SECONDS = 60;

    private static final int STAYS_PERCENT = 45;

    final Random random;
    private final boolean tracing;
    private final List<String> trace = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();
    private final List<Actor> ready = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private Runnable between = () -> {};
    private BooleanSupplier over = () -> false;
    private long now = 1_767_225_600_000L;
    private long steps;
    private volatile Actor current;
    private volatile boolean ended;
    private volatile Violation violation;

    World(long seed, boolean tracing) {
        this.random = new Random(seed);
        this.tracing = tracing;
    }

    /** {@return the time, in epoch ms} */
    public long millis() {
        return now;
    }

    long steps() {
        return steps;
    }

    List<Actor> actors() {
        return actors;
    }

    List<String> trace() {
        return trace;
    }

    Actor add(Actor actor) {
        actors.add(actor);
        return actor;
    }

    /**
     * Runs until it is over.
     *
     * @param acts happens between any two steps
     * @param isOver asked between any two steps
     * @throws Violation if a promise was broken
     */
    void run(Runnable acts, BooleanSupplier isOver) {
        between = acts;
        over = isOver;
        CountDownLatch ready = new CountDownLatch(actors.size());
        for (Actor actor : actors) {
            THREADS.execute(() -> {
                actor.thread = Thread.currentThread();
                ready.countDown();
                live(actor);
            });
        }
        await(ready);
        current = actors.get(0);
        LockSupport.unpark(current.thread);
        try {
            await(end);
        } finally {
            ended = true;
            actors.forEach(actor -> LockSupport.unpark(actor.thread));
        }
        if (violation != null) {
            throw violation;
        }
    }

    private void await(CountDownLatch what) {
        try {
            if (!what.await(HANGS_SECONDS, TimeUnit.SECONDS)) {
                throw new Violation("hangs in " + (current == null ? "its start" : current.name), null);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void live(Actor self) {
        try {
            awaitTurn(self);
            while (true) {
                try {
                    self.idle = false;
                    self.turn.run();
                    pause(50);
                } catch (Crash e) {
                    trace("dies");
                    revive(self);
                }
            }
        } catch (Over e) {
            // So it is for everybody.
        } catch (Throwable e) {
            trace("FAILS " + e);
            finish(new Violation(self.name + " failed: " + e, e));
        }
    }

    private void revive(Actor self) {
        while (true) {
            self.doomed = false;
            self.idle = true;
            self.wakeAt = self.host.upAt();
            try {
                pass(self);
                return;
            } catch (Crash e) {
                // Killed again before it was up.
            }
        }
    }

    private void finish(Violation broken) {
        if (!ended) {
            violation = broken;
            ended = true;
            end.countDown();
        }
    }

    /** Ends the run: a promise is broken. */
    void violate(String what) {
        trace("VIOLATION " + what);
        finish(new Violation(what, null));
        throw new Over();
    }

    Actor current() {
        return current;
    }

    /**
     * A step that others can see comes next.
     *
     * @param what for the trace
     */
    public void step(String what) {
        pass(current);
        trace(what);
    }

    /** {@return whether the current actor's turn is over between steps} */
    void pause(long millis) {
        Actor self = current;
        self.idle = true;
        sleep(millis);
        self.idle = false;
    }

    /**
     * Waits.
     *
     * @param millis how long, of the world's time
     */
    public void sleep(long millis) {
        Actor self = current;
        self.wakeAt = now + millis;
        pass(self);
    }

    /** Waits for something, or for the time to be over; returns whether it holds. */
    boolean await(BooleanSupplier what, long millis) {
        Actor self = current;
        self.awaited = what;
        self.awaitedUntil = now + millis;
        pass(self);
        self.awaited = null;
        return what.getAsBoolean();
    }

    private void pass(Actor self) {
        if (self.doomed) {
            throw new Crash();
        }
        Actor next = choose(self);
        if (next == null) {
            finish(null);
            throw new Over();
        }
        if (next != self) {
            current = next;
            LockSupport.unpark(next.thread);
            awaitTurn(self);
        }
        if (self.doomed) {
            throw new Crash();
        }
    }

    private void awaitTurn(Actor self) {
        while (current != self) {
            if (ended) {
                throw new Over();
            }
            LockSupport.park(this);
        }
        if (ended) {
            throw new Over();
        }
    }

    private Actor choose(Actor self) {
        while (true) {
            steps++;
            if (random.nextInt(4) == 0) {
                now += random.nextInt(20);
            }
            between.run();
            if (over.getAsBoolean()) {
                return null;
            }
            List<Actor> ready =
                    actors.stream().filter(actor -> actor.isReady(now)).toList();
            if (ready.contains(self) && random.nextInt(100) < STAYS_PERCENT) {
                return self;
            }
            if (!ready.isEmpty()) {
                return ready.get(random.nextInt(ready.size()));
            }
            now = Math.max(now, actors.stream().mapToLong(Actor::readyAt).min().orElseThrow());
        }
    }

    /** A process stands still, as under SIGSTOP, or is killed and started again. */
    void down(Host<?> host, long millis, boolean dies) {
        trace((dies ? "kill " : "stop ") + host.name + " for " + millis + " ms");
        host.down(now + millis, dies);
        if (!dies) {
            return;
        }
        for (Actor actor : actors) {
            // One that is not in a turn dies too, but has nothing to lose.
            if (actor.host == host) {
                actor.doomed = true;
                if (actor.tx != null) {
                    actor.tx.rollBack();
                    actor.tx = null;
                }
                actor.awaited = null;
            }
        }
    }

    void leap(long millis) {
        trace("the clock leaps by " + millis + " ms");
        now += millis;
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    boolean isTracing() {
        return tracing;
    }

    void trace(String what) {
        if (tracing) {
            Actor actor = current;
            trace.add(
                    steps + " +" + (now - 1_767_225_600_000L) + " " + (actor == null ? "" : actor.name) + ": " + what);
        }
    }
}
