package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Puts the figures together: a table of the goals for people, {@code result.json} for machines, a chart. */
final class Report {

    private final BenchOptions options;
    private final Map<String, Object> machine;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> goals = new ArrayList<>();

    Report(BenchOptions options, Map<String, Object> machine) {
        this.options = options;
        this.machine = machine;
    }

    void add(Part part) {
        parts.add(part);
    }

    /** The rounds' figures, each call beside the empty one that its buyers share. */
    Part rounds(Map<String, List<Sample>> samples) {
        Part part = new Part("rounds");
        for (String name : samples.keySet().stream().sorted().toList()) {
            List<Sample> list = samples.get(name);
            part.put(name + ": api CPU us", median(list, Sample::api));
            part.put(name + ": redis CPU us", median(list, Sample::redis));
            part.put(name + ": per second", median(list, sample -> sample.load().perSecond()));
            part.put(name + ": p99 ms", median(list, sample -> sample.load().millisAt(99)));
            part.put(name + ": bytes allocated by the api", median(list, Sample::allocated));
            List<Sample> empty = samples.get(name.endsWith("known") ? Rounds.EMPTY_KNOWN : Rounds.EMPTY);
            part.put(name + " / empty, CPU", ratio(list, empty, Sample::server));
        }
        part.put(
                "accept / three trips, throughput",
                ratio(
                        samples.get(Rounds.ACCEPT),
                        samples.get(Rounds.THREE_TRIPS),
                        sample -> sample.load().perSecond()));
        part.put(
                "accept, known / three trips, known, throughput",
                ratio(
                        samples.get(Rounds.ACCEPT_KNOWN),
                        samples.get(Rounds.THREE_TRIPS_KNOWN),
                        sample -> sample.load().perSecond()));
        return part;
    }

    static double median(List<Sample> samples, java.util.function.ToDoubleFunction<Sample> figure) {
        return Measure.median(samples.stream().map(figure::applyAsDouble).toList());
    }

    /** The median of the rounds' ratios: what drifts between rounds cancels out. */
    private static double ratio(
            List<Sample> over, List<Sample> under, java.util.function.ToDoubleFunction<Sample> figure) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < over.size(); i++) {
            ratios.add(figure.applyAsDouble(over.get(i)) / figure.applyAsDouble(under.get(i)));
        }
        return Measure.median(ratios);
    }

    void write() {
        goals();
        System.out.println();
        if (options.quick()) {
            System.out.println("A quick run: these figures are rough.");
        }
        machine.forEach((name, value) -> System.out.printf("%s: %s%n", name, value));
        System.out.println();
        goals.forEach(System.out::println);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("rough", options.quick());
        all.put("machine", machine);
        parts.forEach(part -> all.put(part.name(), part.figures()));
        try {
            Path json = options.out().resolve("result.json");
            Files.writeString(
                    json,
                    JsonMapper.builder()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .build()
                                    .writeValueAsString(all)
                            + "\n");
            Files.writeString(options.out().resolve("goals.md"), String.join("\n", goals) + "\n");
            Files.writeString(options.out().resolve("chart.svg"), Chart.of(parts, options.quick()));
            System.out.println();
            System.out.println("written: " + json + ", goals.md, chart.svg");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void goals() {
        goals.add("| what | measured | bar | stretch | |");
        goals.add("|---|---|---|---|---|");
        goal("accept ÷ empty, CPU, new tokens", "rounds", "accept / empty, CPU", true, 1.5, 1.25);
        goal("accept ÷ empty, CPU, known tokens", "rounds", "accept, known / empty, CPU", true, 1.5, 1.25);
        goal("sold out ÷ empty, CPU, new tokens", "rounds", "sold out / empty, CPU", true, 1.10, 1.03);
        goal("sold out ÷ empty, CPU, known tokens", "rounds", "sold out, known / empty, CPU", true, 1.10, 1.03);
        goal(
                "accept ÷ three trips, throughput, new tokens",
                "rounds",
                "accept / three trips, throughput",
                false,
                1.8,
                3);
        goal(
                "accept ÷ three trips, throughput, known tokens",
                "rounds",
                "accept, known / three trips, known, throughput",
                false,
                1.8,
                3);
        goal("p99 at 50 % of the maximum, ms", "open-loop", "50 %: p99 ms", true, 10, 5);
        goal("drain ÷ bare JDBC batches", "drain", "worker / bare JDBC", false, 0.6, 0.8);
        goal("appendfsync always ÷ everysec, throughput", "fsync", "always / everysec", false, 0.7, 0.9);
        goal("300 connections × 50,000 requests, orders/s", "articles-test", "per second", false, 0, 8000);
        goal("cost of an order at 1,000,000 ÷ at 10,000", "growth", "at 1,000,000 / at 10,000", true, 1.1, 1.1);
        goal("Redis bytes per live claim", "growth", "Redis bytes per live claim", true, 120, 120);
    }

    private void goal(String what, String part, String figure, boolean less, double bar, double stretch) {
        for (Part one : parts) {
            if (one.name().equals(part) && one.figures().get(figure) instanceof Number measured) {
                double value = measured.doubleValue();
                boolean reached = less ? value <= bar : value >= bar;
                boolean more = less ? value <= stretch : value >= stretch;
                String sign = less ? "≤ " : "≥ ";
                goals.add("| " + what + " | **" + measured + "** | " + sign + plain(bar) + " | " + sign + plain(stretch)
                        + " | " + (more ? "stretch" : reached ? "reached" : "missed") + " |");
            }
        }
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
