package io.seckill.admin.chaos;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Hurts the shop for as long as buyers come, one thing after another. */
final class Nemesis {

    private static final long GLANCE_NANOS = 100_000_000L;

    private final ChaosOptions options;
    private final Fleet fleet;
    private final History history;
    private final BooleanSupplier goesOn;
    private final Random random;
    private final List<Fault> inflicted = new ArrayList<>();
    private final long end;

    /**
     * @param options when to do what
     * @param fleet whom
     * @param history where it is noted
     * @param goesOn whether it is not over before its time
     */
    Nemesis(ChaosOptions options, Fleet fleet, History history, BooleanSupplier goesOn) {
        this.options = options;
        this.fleet = fleet;
        this.history = history;
        this.goesOn = goesOn;
        this.random = new Random(options.seed());
        this.end = System.nanoTime() + options.duration().toNanos();
    }

    /** Until the buyers' time is over and everything has happened that is to. */
    List<Fault> run() {
        List<Fault> faults = List.copyOf(options.faults());
        switch (options.rhythm()) {
            case ONCE -> {
                long each = options.duration().toNanos() / (faults.size() + 1);
                for (Fault fault : faults) {
                    rest(each);
                    inflict(fault);
                }
            }
            case HAND -> {
                for (Fault fault : options.hand()) {
                    rest(options.rhythm().pause(random).toNanos());
                    inflict(fault);
                }
                rest(options.rhythm().calmAtTheEnd().toNanos());
            }
            default -> {
                while (goesOn.getAsBoolean() && !faults.isEmpty() && left() > calm()) {
                    rest(options.rhythm().pause(random).toNanos());
                    inflict(faults.get(random.nextInt(faults.size())));
                }
            }
        }
        rest(left());
        return inflicted;
    }

    private long left() {
        return end - System.nanoTime();
    }

    private long calm() {
        return options.rhythm().calmAtTheEnd().toNanos();
    }

    private void rest(long nanos) {
        long over = System.nanoTime() + nanos;
        while (goesOn.getAsBoolean() && over - System.nanoTime() > 0) {
            LockSupport.parkNanos(Math.min(GLANCE_NANOS, over - System.nanoTime()));
        }
    }

    private void inflict(Fault fault) {
        if (!goesOn.getAsBoolean()) {
            return;
        }
        if (options.rhythm() == Rhythm.EVER_AND_AGAIN || options.rhythm() == Rhythm.ONCE) {
            System.out.println(LocalTime.now().truncatedTo(ChronoUnit.MILLIS) + " " + fault);
        }
        inflicted.add(fault);
        history.count("fault " + fault);
        fault.inflict(fleet, random, history);
    }
}
