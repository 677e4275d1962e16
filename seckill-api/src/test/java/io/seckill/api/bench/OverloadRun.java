package io.seckill.api.bench;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Holds the API at a multiple of what it can do, for minutes: see {@code scripts/overload.sh}. */
public final class OverloadRun {

    private static final int FIRST_PORT = 9240;
    private static final int CLOSED_CONNECTIONS = 64;
    private static final int CLOSED_CALLS = 15_000;
    private static final int CLOSED_GOES = 20;
    private static final double ALIKE = 1.05;
    private static final int CONNECTIONS = 8_000;
    private static final int FIRST_SECONDS = 30;
    private static final double LOW = 0.25;
    private static final int RECOVERY_SECONDS = 15;
    private static final int QUICK_SECONDS = 3;
    private static final double HURRIED = 2;
    private static final double HURRIED_MS = 20;
    private static final double SLOWEST_BAR_MS = 100;
    private static final int STALL_MS = 50;
    private static final ProtocolKeyword LATENCY = () -> "LATENCY".getBytes(StandardCharsets.US_ASCII);

    private final int sliceSeconds;
    private final int slices;
    private final double factor;
    private final Path out;
    private final Plant plant;
    private final OverloadRules rules = new OverloadRules();
    private final Map<String, Object> result = new LinkedHashMap<>();
    private long accepted;
    private long calls;

    private OverloadRun(int seconds, double factor, Path out, Plant plant) {
        this.sliceSeconds = Math.min(60, Math.max(5, seconds / 3));
        this.slices = Math.max(1, seconds / sliceSeconds);
        this.factor = factor;
        this.out = out;
        this.plant = plant;
    }

    /**
     * @param args {@code --minutes M | --seconds S}, {@code --factor F}, {@code --out DIR}. Exit code 0, 1 if a rule was
     *     broken, 2 for wrong arguments
     */
    public static void main(String[] args) {
        int seconds = 600;
        double factor = 2;
        Path out = Path.of("target", "overload");
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--minutes" -> seconds = 60 * Integer.parseInt(args[i + 1]);
                case "--seconds" -> seconds = Integer.parseInt(args[i + 1]);
                case "--factor" -> factor = Double.parseDouble(args[i + 1]);
                case "--out" -> out = Path.of(args[i + 1]);
                default -> {
                    System.err.println("overload: '" + args[i] + "' is not known");
                    System.exit(2);
                }
            }
        }
        int status;
        try (Plant plant = new Plant(out.toAbsolutePath(), Integer.getInteger("seckill.bench.port", FIRST_PORT))) {
            status = new OverloadRun(seconds, factor, out.toAbsolutePath(), plant).run() ? 0 : 1;
        } catch (RuntimeException e) {
            e.printStackTrace();
            status = 1;
        }
        System.exit(status);
    }

    private boolean run() {
        try (JavaProcess api = plant.api(false);
                JavaProcess worker = plant.worker();
                CrowdMix mix = new CrowdMix(new BenchSales(plant), new Calls())) {
            boolean parted = Cores.part(
                    api,
                    worker.pid(),
                    plant.redisServer.pid(),
                    plant.mysqlServer.pid(),
                    ProcessHandle.current().pid());
            result.put("machine", Machine.of(plant, out));
            result.put("the API has a processor of its own", parted);
            // What is to have too much to do is the API; behind a starved Redis it would be Redis.
            result.put(
                    "the load generator and Redis go first on the others",
                    Cores.first(ProcessHandle.current().pid(), plant.redisServer.pid()));
            plant.redis.configSet("latency-monitor-threshold", Integer.toString(STALL_MS));
            Pause.millis(1_000);
            double capacity = capacity(mix);
            say("capacity %.0f calls a second; %.1f times that for %d × %d s", capacity, factor, slices, sliceSeconds);
            result.put("capacity per second", Math.round(capacity));
            result.put("factor", factor);
            try (Crowd crowd = new Crowd(plant.apiPort(), CONNECTIONS, n -> mix.call(calls++))) {
                // Everybody comes in, and is told no in code that nobody has needed before and that is compiled
                // meanwhile.
                rules.bearable(
                        "overload, first", taken("overload, first", crowd.comes(capacity * factor, FIRST_SECONDS)));
                taken("its end", crowd.goes());
                mix.awaitStored();
                Slice before = taken("before", crowd.comes(capacity * LOW, 10));
                List<Slice> held = new ArrayList<>();
                for (int i = 1; i <= slices; i++) {
                    double busy = Cpu.seconds(api.pid());
                    Slice slice = crowd.comes(capacity * factor, sliceSeconds);
                    slice.note("API, µs of a processor an answer", micros(Cpu.seconds(api.pid()) - busy, slice));
                    note(slice, api, worker, mix);
                    taken("overload " + i, slice);
                    rules.bounded("overload " + i, slice);
                    held.add(slice);
                }
                rules.flat("API, RSS KB", held);
                rules.flat("API, heap KB after GC", held);
                rules.flat("worker, RSS KB", held);
                rules.flat("Redis, used KB", held);
                rules.recovered(recovery(crowd, capacity, before.millisAt(99)));
                taken("the last", crowd.goes());
            }
            long[] books = mix.books();
            rules.booked(accepted, books[0], books[1]);
            result.put("accepted", accepted);
            result.put("claims", books[0]);
            result.put("rows", books[1]);
        }
        return report();
    }

    /** Closed loop, the same mix: the best of the last goes, once the JIT has seen it all and they are alike. */
    private double capacity(CrowdMix mix) {
        List<Double> goes = new ArrayList<>();
        List<Double> last = List.of();
        try (Load load = new Load(plant.apiPort(), CLOSED_CONNECTIONS)) {
            accepted += load.closed(mix.first()).count(Slice.ACCEPTED);
            do {
                List<byte[]> batch = LongStream.range(0, CLOSED_CALLS)
                        .mapToObj(n -> mix.call(calls++))
                        .toList();
                Load.Result closed = load.closed(batch);
                accepted += closed.count(Slice.ACCEPTED);
                goes.add(closed.perSecond());
                last = goes.subList(Math.max(0, goes.size() - 3), goes.size());
            } while (goes.size() < CLOSED_GOES || goes.size() < 3 * CLOSED_GOES && !areAlike(last));
        }
        return Collections.max(last);
    }

    private static boolean areAlike(List<Double> rates) {
        return Collections.max(rates) < ALIKE * Collections.min(rates);
    }

    /** How long after the overload calls take longer than before it; by the second. One slow second later is no sequel. */
    private double recovery(Crowd crowd, double capacity, double normal) {
        double bar = Math.min(SLOWEST_BAR_MS, normal * HURRIED + HURRIED_MS);
        int recovered = RECOVERY_SECONDS;
        int quick = 0;
        for (int second = 1; second <= RECOVERY_SECONDS; second++) {
            Slice slice = taken("after, second " + second, crowd.comes(capacity * LOW, 1));
            quick = slice.millisAt(99) <= bar && slice.isAnswered() ? quick + 1 : 0;
            if (quick == QUICK_SECONDS) {
                recovered = Math.min(recovered, second - QUICK_SECONDS);
            }
        }
        result.put("as quick as before after, s", recovered);
        result.put("as quick means p99 within, ms", bar);
        return recovered;
    }

    private Slice taken(String when, Slice slice) {
        accepted += slice.count(Slice.ACCEPTED);
        rules.answers(when, slice);
        result.put(when, slice.figures());
        say(
                "%-16s accepted p50 %.1f ms p99 %.1f ms, all p99 %.1f ms, sent late p99 %.1f ms, not sent %d, %s",
                when,
                slice.acceptedMillisAt(50),
                slice.acceptedMillisAt(99),
                slice.millisAt(99),
                slice.lateMillisAt(99),
                slice.notSent(),
                slice.outcomes());
        return slice;
    }

    private void note(Slice slice, JavaProcess api, JavaProcess worker, CrowdMix mix) {
        slice.note("API, RSS KB", rss(api.pid()));
        slice.note("API, heap KB after GC", api.heapInUse());
        slice.note("worker, RSS KB", rss(worker.pid()));
        slice.note("worker, heap KB after GC", worker.heapInUse());
        slice.note("Redis, used KB", redisKb());
        slice.note("backlog", mix.backlog());
        slice.note("Redis, what took over %d ms".formatted(STALL_MS), stalls());
    }

    /** What Redis says has held it up since it was asked last: event, and its longest time in ms. */
    private String stalls() {
        String stalls = plant.redis.dispatch(LATENCY, new ArrayOutput<>(StringCodec.UTF8), latency("LATEST")).stream()
                .map(Object::toString)
                .collect(Collectors.joining("; "));
        plant.redis.dispatch(LATENCY, new IntegerOutput<>(StringCodec.UTF8), latency("RESET"));
        return stalls;
    }

    private static CommandArgs<String, String> latency(String what) {
        return new CommandArgs<>(StringCodec.UTF8).add(what);
    }

    private static double micros(double seconds, Slice slice) {
        long answers =
                slice.outcomes().values().stream().mapToLong(Long::longValue).sum();
        return Math.round(seconds * 1e7 / Math.max(1, answers)) / 10.0;
    }

    private static long rss(long pid) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long redisKb() {
        return plant.redis
                        .info("memory")
                        .lines()
                        .filter(line -> line.startsWith("used_memory:"))
                        .mapToLong(line -> Long.parseLong(line.substring(12).trim()))
                        .findFirst()
                        .orElse(0)
                / 1024;
    }

    private boolean report() {
        result.put("broken", rules.broken());
        try {
            Files.writeString(
                    out.resolve("result.json"),
                    JsonMapper.builder()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .build()
                                    .writeValueAsString(result)
                            + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rules.broken().forEach(rule -> System.out.println("BROKEN " + rule));
        say(
                rules.broken().isEmpty() ? "HELD: every rule was kept" : "%d rules were broken",
                rules.broken().size());
        return rules.broken().isEmpty();
    }

    private static void say(String what, Object... figures) {
        System.out.printf(what + "%n", figures);
    }
}
