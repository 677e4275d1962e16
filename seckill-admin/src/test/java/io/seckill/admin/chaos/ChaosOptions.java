package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to be.
 *
 * @param seed of everything that is left to chance in it, but for the timing of threads and processes
 * @param duration how long buyers come, at least
 * @param faults what may happen meanwhile
 * @param rhythm when it happens
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
        Rhythm rhythm,
        int buyers,
        int users,
        int nodes,
        Pattern wires,
        Duration settles,
        Map<String, String> settings,
        @Nullable Defect defect) {

    /** The rounds of the selection, which CI holds too: half as many as have every fault. */
    static final long SELECTION_SEED = 0;

    static final int SELECTION_ROUNDS = 4;

    private static final int BUYERS = 24;
    private static final int CONTROL_BUYERS = 16;
    private static final int USERS = 4_000;
    private static final int NODES = 2;
    private static final Pattern ALL_WIRES = Pattern.compile(".*");
    private static final Duration SETTLES = Duration.ofSeconds(150);
    private static final Duration DEFECT_SETTLES = Duration.ofSeconds(12);
    private static final Duration ROUND = Duration.ofSeconds(8);

    /** One of many rounds. */
    static ChaosOptions round(long seed) {
        return usual(seed, ROUND, EnumSet.allOf(Fault.class), Rhythm.HAND, BUYERS);
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
        Map<String, String> settings = new HashMap<>(Defect.UNREPAIRED);
        settings.putAll(like.settings());
        return new ChaosOptions(
                seed,
                duration,
                like.faults(),
                like.seldom() ? Rhythm.SELDOM : Rhythm.OFTEN,
                CONTROL_BUYERS,
                like.users(),
                1,
                like.wires(),
                defect == null ? SETTLES : DEFECT_SETTLES,
                settings,
                defect);
    }

    /** The same with another seed. */
    ChaosOptions withSeed(long other) {
        return new ChaosOptions(
                other, duration, faults, rhythm, buyers, users, nodes, wires, settles, settings, defect);
    }

    private static ChaosOptions usual(long seed, Duration duration, Set<Fault> faults, Rhythm rhythm, int buyers) {
        return new ChaosOptions(
                seed, duration, faults, rhythm, buyers, USERS, NODES, ALL_WIRES, SETTLES, Map.of(), null);
    }

    /** What happens in a run of this seed, if that is known beforehand. */
    List<Fault> hand() {
        return rhythm == Rhythm.HAND ? Deck.hand(faults, seed) : List.of();
    }

    /** Whether operators compare the stores: where nothing is repaired for minutes they would wait as long. */
    boolean compares() {
        return !settings.entrySet().containsAll(Defect.UNREPAIRED.entrySet());
    }

    /**
     * Reads {@code --seed N --minutes M | --seconds S --fault all|none|NAME[,NAME…] --once --buyers N --defect NAME}.
     *
     * @param rounds whether it is to be one of many rounds, if nothing else is said
     * @throws IllegalArgumentException if they are none of these
     */
    static ChaosOptions of(boolean rounds, List<String> args) {
        long seed = ThreadLocalRandom.current().nextLong(1_000_000_000L);
        Duration duration = rounds ? ROUND : Duration.ofMinutes(1);
        Set<Fault> faults = EnumSet.allOf(Fault.class);
        Rhythm rhythm = rounds ? Rhythm.HAND : Rhythm.EVER_AND_AGAIN;
        int buyers = BUYERS;
        Defect defect = null;
        for (int i = 0; i < args.size(); i++) {
            switch (args.get(i)) {
                case "--seed" -> seed = Long.parseLong(args.get(++i));
                case "--minutes" -> duration = Duration.ofMinutes(Long.parseLong(args.get(++i)));
                case "--seconds" -> duration = Duration.ofSeconds(Long.parseLong(args.get(++i)));
                case "--fault" -> faults = faults(args.get(++i));
                case "--once" -> rhythm = Rhythm.ONCE;
                case "--buyers" -> buyers = Integer.parseInt(args.get(++i));
                case "--defect" -> defect = Defect.valueOf(args.get(++i));
                default -> throw new IllegalArgumentException("what is " + args.get(i) + "?");
            }
        }
        return defect == null ? usual(seed, duration, faults, rhythm, buyers) : control(seed, duration, defect, defect);
    }

    /** Reads names of mistakes; none means all. */
    static Set<Defect> defects(List<String> names) {
        Set<Defect> chosen = EnumSet.noneOf(Defect.class);
        names.forEach(
                some -> Arrays.stream(some.split(",")).map(Defect::valueOf).forEach(chosen::add));
        return chosen.isEmpty() ? EnumSet.allOf(Defect.class) : chosen;
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
