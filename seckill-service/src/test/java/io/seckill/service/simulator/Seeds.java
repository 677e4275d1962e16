package io.seckill.service.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/** Runs many seeds, as many at a time as there are processors. */
final class Seeds {

    private static final int LANES = Math.min(4, Runtime.getRuntime().availableProcessors());

    /**
     * What came of them.
     *
     * @param runs how many were run
     * @param steps of all of them
     * @param failed the lowest seed that broke a promise, or -1
     */
    record Outcome(long runs, long steps, long nanos, long failed) {

        String pace() {
            return "%d seeds, %d steps in %.1f s: %d seeds a minute"
                    .formatted(runs, steps, nanos / 1e9, Math.round(runs * 60e9 / nanos));
        }
    }

    private Seeds() {}

    /**
     * Runs seeds until one fails.
     *
     * @param from the first one
     * @param goesOn whether this one is to be run
     */
    static Outcome run(Mistake mistake, long from, LongPredicate goesOn) {
        AtomicLong next = new AtomicLong(from);
        AtomicLong runs = new AtomicLong();
        AtomicLong steps = new AtomicLong();
        AtomicLong failed = new AtomicLong(Long.MAX_VALUE);
        long start = System.nanoTime();
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        List<Future<?>> ends = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            ends.add(lanes.submit(() -> {
                LuaMachine machine = new LuaMachine();
                for (long seed = next.getAndIncrement();
                        seed < failed.get() && goesOn.test(seed);
                        seed = next.getAndIncrement()) {
                    Simulation simulation = new Simulation(seed, mistake, false, machine);
                    try {
                        simulation.run();
                    } catch (Violation e) {
                        failed.accumulateAndGet(seed, Math::min);
                    }
                    runs.incrementAndGet();
                    steps.addAndGet(simulation.steps());
                }
            }));
        }
        await(ends);
        lanes.shutdown();
        long lowest = failed.get() == Long.MAX_VALUE ? -1 : failed.get();
        return new Outcome(runs.get(), steps.get(), System.nanoTime() - start, lowest);
    }

    private static void await(List<Future<?>> ends) {
        try {
            for (Future<?> end : ends) {
                end.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs one seed again and tells all of it; empty if no promise is broken. */
    static String story(Mistake mistake, long seed) {
        Simulation simulation = new Simulation(seed, mistake, true, new LuaMachine());
        String verdict = "all is well";
        try {
            simulation.run();
        } catch (Violation e) {
            verdict = e.getMessage();
        }
        return String.join("\n", simulation.trace()) + "\nseed " + seed + ": " + verdict;
    }
}
