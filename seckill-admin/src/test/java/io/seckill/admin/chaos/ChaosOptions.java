package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to be.
 *
 * @param seed of everything that is left to chance in it, but for the timing of threads and processes
 * @param duration how long buyers come
 * @param faults what happens meanwhile; each of them every few seconds, or, if {@code once}, one after another
 * @param once whether each fault happens once, spread over the run
 * @param buyers threads of buyers
 * @param users how many names the buyers have between them
 * @param nodes processes of each kind
 * @param wires names of the wires that faults may hurt
 * @param settles how long the shop has to come to rest, all sales together
 * @param settings that differ from the usual ones
 * @param defect the mistake that is put into the product; {@code null} for the product as it is
 */
record ChaosOptions(
        long seed,
        Duration duration,
        Set<Fault> faults,
        boolean once,
        int buyers,
        int users,
        int nodes,
        Pattern wires,
        Duration settles,
        Map<String, String> settings,
        @Nullable Defect defect) {

    private static final int BUYERS = 24;
    private static final int USERS = 4_000;
    private static final int NODES = 2;
    private static final Pattern ALL_WIRES = Pattern.compile(".*");
    private static final Duration SETTLES = Duration.ofSeconds(150);

    /** The mixed run: everything that buyers and operators do, one kill of Redis, one loss of its latest past. */
    static ChaosOptions mixed(long seed, Duration duration) {
        return usual(seed, duration, EnumSet.of(Fault.REDIS_KILLED, Fault.REDIS_CUT), true, BUYERS);
    }

    /**
     * A run of which it is known beforehand that it must be found wanting.
     *
     * @param seed the seed
     * @param duration how long buyers come
     * @param defect the mistake; {@code null} for the same run of the product as it is
     * @param like whose faults and settings the run has
     */
    static ChaosOptions control(long seed, Duration duration, @Nullable Defect defect, Defect like) {
        return new ChaosOptions(
                seed,
                duration,
                like.faults(),
                false,
                BUYERS,
                like.users(),
                1,
                like.wires(),
                defect == null ? SETTLES : Duration.ofSeconds(15),
                like.settings(),
                defect);
    }

    /** The same with another seed. */
    ChaosOptions withSeed(long other) {
        return new ChaosOptions(other, duration, faults, once, buyers, users, nodes, wires, settles, settings, defect);
    }

    private static ChaosOptions usual(long seed, Duration duration, Set<Fault> faults, boolean once, int buyers) {
        return new ChaosOptions(seed, duration, faults, once, buyers, USERS, NODES, ALL_WIRES, SETTLES, Map.of(), null);
    }

    /**
     * Reads {@code --seed N --minutes M | --seconds S --fault all|none|NAME[,NAME…] --once --buyers N --defect NAME}.
     *
     * @throws IllegalArgumentException if they are none of these
     */
    static ChaosOptions of(String... args) {
        long seed = ThreadLocalRandom.current().nextLong(1_000_000_000L);
        Duration duration = Duration.ofMinutes(1);
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        boolean once = false;
        int buyers = BUYERS;
        Defect defect = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--seed" -> seed = Long.parseLong(args[++i]);
                case "--minutes" -> duration = Duration.ofMinutes(Long.parseLong(args[++i]));
                case "--seconds" -> duration = Duration.ofSeconds(Long.parseLong(args[++i]));
                case "--fault" -> faults = faults(args[++i]);
                case "--once" -> once = true;
                case "--buyers" -> buyers = Integer.parseInt(args[++i]);
                case "--defect" -> defect = Defect.valueOf(args[++i]);
                default -> throw new IllegalArgumentException("what is " + args[i] + "?");
            }
        }
        return defect == null ? usual(seed, duration, faults, once, buyers) : control(seed, duration, defect, defect);
    }

    /** How long nothing happens between one fault and the next. */
    Duration pause(Random random) {
        boolean often = defect != null && !defect.seldom();
        return Duration.ofMillis(often ? 100 + random.nextInt(500) : 1_000 + random.nextInt(3_000));
    }

    /** How long nothing begins to happen before the buyers leave. */
    Duration calmAtTheEnd() {
        return defect == null ? Duration.ofSeconds(8) : Duration.ofSeconds(3);
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
