package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a run is to be.
 *
 * @param seed of everything that is left to chance in it, but for the timing of threads and processes
 * @param duration how long buyers come
 * @param faults what happens meanwhile; each of them every few seconds, or, if {@code once}, one after another
 * @param once whether each fault happens once, spread over the run
 * @param buyers threads of buyers
 */
record ChaosOptions(long seed, Duration duration, Set<Fault> faults, boolean once, int buyers) {

    private static final int BUYERS = 24;

    /** The mixed run: everything that buyers and operators do, one kill of Redis, one loss of its latest past. */
    static ChaosOptions mixed(long seed, Duration duration) {
        return new ChaosOptions(seed, duration, EnumSet.of(Fault.REDIS_KILLED, Fault.REDIS_CUT), true, BUYERS);
    }

    /**
     * Reads {@code --seed N --minutes M | --seconds S --fault all|none|NAME[,NAME…] --once --buyers N}.
     *
     * @throws IllegalArgumentException if they are none of these
     */
    static ChaosOptions of(String... args) {
        long seed = ThreadLocalRandom.current().nextLong(1_000_000_000L);
        Duration duration = Duration.ofMinutes(1);
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        boolean once = false;
        int buyers = BUYERS;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--seed" -> seed = Long.parseLong(args[++i]);
                case "--minutes" -> duration = Duration.ofMinutes(Long.parseLong(args[++i]));
                case "--seconds" -> duration = Duration.ofSeconds(Long.parseLong(args[++i]));
                case "--fault" -> faults = faults(args[++i]);
                case "--once" -> once = true;
                case "--buyers" -> buyers = Integer.parseInt(args[++i]);
                default -> throw new IllegalArgumentException("what is " + args[i] + "?");
            }
        }
        return new ChaosOptions(seed, duration, faults, once, buyers);
    }

    private static Set<Fault> faults(String names) {
        return switch (names) {
            case "all" -> EnumSet.allOf(Fault.class);
            case "none" -> EnumSet.noneOf(Fault.class);
            default -> {
                Set<Fault> chosen = EnumSet.noneOf(Fault.class);
                Arrays.stream(names.split(",")).map(Fault::valueOf).forEach(chosen::add);
                yield chosen;
            }
        };
    }
}
