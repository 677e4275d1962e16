package io.seckill.admin.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What came of many rounds, for people and for machines. */
final class Totals {

    private static final Path FILE = Path.of("..", "target", "chaos", "rounds.json");

    private final ChaosOptions options;
    private final List<Verdict> verdicts = new ArrayList<>();
    private int fleets;
    private String stores = "";

    Totals(ChaosOptions options) {
        this.options = options;
    }

    void started(Fleet fleet) {
        fleets++;
        stores = fleet.stores();
    }

    void add(Verdict verdict) {
        verdicts.add(verdict);
    }

    boolean clean() {
        return verdicts.stream().allMatch(Verdict::clean);
    }

    private Map<String, Object> figures() {
        Map<String, Long> faults = new TreeMap<>();
        Map<String, Long> answers = new TreeMap<>();
        Map<String, Long> others = new TreeMap<>();
        for (Verdict verdict : verdicts) {
            verdict.faults().forEach(fault -> faults.merge(fault.name(), 1L, Long::sum));
            verdict.counts().forEach((what, count) -> {
                if (!what.startsWith("fault ")) {
                    (History.isRequest(what) ? answers : others).merge(what, count, Long::sum);
                }
            });
        }
        List<Double> seconds = verdicts.stream().map(Verdict::seconds).sorted().toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("stores", stores);
        figures.put("first seed", options.seed());
        figures.put("rounds", verdicts.size());
        figures.put(
                "rounds with violations",
                verdicts.stream().filter(v -> !v.clean()).count());
        figures.put(
                "violations",
                verdicts.stream().mapToLong(v -> v.violations().size()).sum());
        figures.put("fleets", fleets);
        figures.put("seconds a round, median", rounded(seconds.get(seconds.size() / 2)));
        figures.put("seconds a round, longest", rounded(seconds.get(seconds.size() - 1)));
        figures.put(
                "faults", faults.values().stream().mapToLong(Long::longValue).sum());
        figures.put(
                "answers", answers.values().stream().mapToLong(Long::longValue).sum());
        figures.put(
                "orders that may be lost",
                verdicts.stream().mapToLong(Verdict::mayBeLost).sum());
        figures.put("faults by kind", faults);
        figures.put("answers by outcome", answers);
        figures.put("operators and looks", others);
        return figures;
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }

    void print() {
        System.out.println();
        figures().forEach((what, figure) -> {
            if (figure instanceof Map<?, ?> table) {
                System.out.println(what + ":");
                table.forEach((name, count) -> System.out.printf("  %-50s %8s%n", name, count));
            } else {
                System.out.printf("%-52s %8s%n", what, figure);
            }
        });
        verdicts.stream()
                .filter(verdict -> !verdict.clean())
                .forEach(verdict -> System.out.println("VIOLATIONS with seed " + verdict.seed() + ": "
                        + verdict.violations().size()));
        System.out.println(
                clean()
                        ? "CONSISTENT: every promise was kept in " + verdicts.size() + " rounds"
                        : "BROKEN: not every promise was kept");
    }

    void write() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("totals", figures());
        all.put("rounds", verdicts);
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(
                    FILE,
                    JsonMapper.builder()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .build()
                                    .writeValueAsString(all)
                            + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
