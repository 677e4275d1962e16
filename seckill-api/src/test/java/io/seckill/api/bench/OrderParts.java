package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The parts that sell, apart from the rounds: latency at a given rate, the disk, and the test of the articles. */
final class OrderParts {

    private static final int CONNECTIONS = 64;

    /** More than are ever busy at these rates, so that a request that is due finds one that is free. */
    private static final int OPEN_CONNECTIONS = 256;

    private static final List<Integer> SHARES = List.of(25, 50, 75);
    private static final int HALF = 50;

    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls;
    private final Measure measure;

    OrderParts(Plant plant, BenchSales sales, Calls calls, JavaProcess api) {
        this.plant = plant;
        this.sales = sales;
        this.calls = calls;
        this.measure = new Measure(plant, api);
    }

    /**
     * Orders at even times, each of a buyer of whom nobody has heard; the rates in turns, some seconds each. Beside them
     * empty calls at half the maximum: what of their latency is an order's, and what the machine's and the generator's.
     */
    Part openLoop(double maximum, int rounds, int seconds) {
        Part part = new Part("open-loop");
        part.put("maximum per second (closed loop)", maximum);
        Map<String, List<Load.Result>> results = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            for (int share : SHARES) {
                note(results, share + " %: ", open("", maximum * share / 100, seconds));
            }
            note(results, "empty at " + HALF + " %: ", open("empty", maximum * HALF / 100, seconds));
        }
        results.forEach((name, list) -> {
            part.put(name + "per second", median(list, Load.Result::perSecond));
            for (double percentile : List.of(50.0, 99.0, 99.9)) {
                String figure = "p" + (percentile == 99.9 ? "99.9" : (int) percentile + "") + " ms";
                part.put(name + figure, median(list, result -> result.millisAt(percentile)));
            }
            part.put(
                    name + "longest of all rounds, ms",
                    list.stream()
                            .mapToDouble(result -> result.millisAt(100))
                            .max()
                            .orElse(0));
        });
        part.put(
                "generator stood still in all rounds, ms",
                results.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(Load.Result::stoodStill)
                        .sum());
        return part;
    }

    private static void note(Map<String, List<Load.Result>> results, String name, Load.Result result) {
        results.computeIfAbsent(name, any -> new ArrayList<>()).add(result);
    }

    private static double median(List<Load.Result> results, ToDoubleFunction<Load.Result> figure) {
        return Measure.median(results.stream().map(figure::applyAsDouble).toList());
    }

    private Load.Result open(String design, double rate, int seconds) {
        int count = (int) (rate * seconds);
        long sale = sales.open(count);
        long users = calls.newUsers(count);
        List<byte[]> requests =
                design.isEmpty() ? calls.orders(sale, users, count) : calls.design(design, sale, users, count);
        Pause.millis(1_000);
        try (Load load = new Load(plant.apiPort(), OPEN_CONNECTIONS)) {
            return Measure.only(design.isEmpty() ? "202 OK" : "200 OK", measure.of(() -> load.open(requests, rate)))
                    .load();
        } finally {
            sales.drop(sale);
        }
    }

    /** Redis on everysec and on always in turns. */
    Part fsync(int rounds, int orders) {
        Part part = new Part("fsync");
        List<Double> everysec = new ArrayList<>();
        List<Double> always = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        try {
            for (int i = 0; i < rounds; i++) {
                boolean first = i % 2 == 0;
                double one = accepted(first ? "everysec" : "always", orders);
                double other = accepted(first ? "always" : "everysec", orders);
                everysec.add(first ? one : other);
                always.add(first ? other : one);
                ratios.add(first ? other / one : one / other);
            }
        } finally {
            plant.redis.configSet("appendfsync", "everysec");
        }
        part.put("everysec: orders per second", Measure.median(everysec));
        part.put("always: orders per second", Measure.median(always));
        part.put("always / everysec", Measure.median(ratios));
        return part;
    }

    private double accepted(String appendfsync, int orders) {
        plant.redis.configSet("appendfsync", appendfsync);
        long sale = sales.open(orders);
        List<byte[]> requests = calls.orders(sale, calls.newUsers(orders), orders);
        Pause.millis(1_000);
        try (Load load = new Load(plant.apiPort(), CONNECTIONS)) {
            return Measure.only("202 OK", measure.of(() -> load.closed(requests)))
                    .load()
                    .perSecond();
        } finally {
            sales.drop(sale);
        }
    }

    /** 300 connections, 50,000 requests; then the books must agree. */
    Part articlesTest() {
        Part part = new Part("articles-test");
        int requests = 50_000;
        long sale = sales.open(requests);
        List<byte[]> orders = calls.orders(sale, calls.newUsers(requests), requests);
        Pause.millis(1_000);
        Sample sample;
        try (Load load = new Load(plant.apiPort(), 300)) {
            sample = measure.of(() -> load.closed(orders));
        }
        long deducted = requests - sales.stockLeft(sale);
        part.put("requests", requests);
        part.put("orders accepted", sample.load().count("202 OK"));
        part.put("units deducted", deducted);
        part.put("claims", sales.claims(sale));
        part.put("queued", sales.queued(sale));
        part.put("per second", sample.load().perSecond());
        part.put("p99 ms", sample.load().millisAt(99));
        if (deducted != sample.load().count("202 OK") || deducted != sales.queued(sale)) {
            throw new IllegalStateException("orders, deductions and queue differ");
        }
        sales.drop(sale);
        return part;
    }
}
