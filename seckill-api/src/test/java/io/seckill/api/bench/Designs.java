package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The designs that articles compare, in the same application behind the same identity and limits, in turns. */
final class Designs {

    private static final String PRODUCT = "this product";
    private static final int CONNECTIONS = 64;

    /** A slow design gets fewer requests, so that a round ends. */
    private static final Map<String, Double> SHARES = Map.of(
            "db-row-lock",
            0.1,
            "db-cas",
            0.1,
            "redis-lock",
            0.05,
            "redisson-lock",
            0.05,
            "three-trips",
            1.0,
            "one-trip",
            1.0,
            PRODUCT,
            1.0);

    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls;
    private final Measure measure;
    private final int requests;
    private final Random random = new Random(43);

    Designs(Plant plant, BenchSales sales, Calls calls, JavaProcess api, int requests) {
        this.plant = plant;
        this.sales = sales;
        this.calls = calls;
        this.measure = new Measure(plant, api);
        this.requests = requests;
    }

    Part run(int warmUp, int rounds) {
        for (int i = 0; i < warmUp; i++) {
            round();
        }
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (int i = 0; i < rounds; i++) {
            round().forEach((name, sample) ->
                    samples.computeIfAbsent(name, any -> new ArrayList<>()).add(sample));
        }
        sales.forgetRows();
        Part part = new Part("designs");
        List<Sample> ours = samples.get(PRODUCT);
        for (String name : SHARES.keySet().stream().sorted().toList()) {
            List<Sample> theirs = samples.get(name);
            part.put(
                    name + ": orders per second",
                    median(theirs, sample -> sample.load().perSecond()));
            part.put(name + ": CPU us an order, all servers", median(theirs, Sample::server));
            part.put(name + ": p99 ms", median(theirs, sample -> sample.load().millisAt(99)));
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                ratios.add(ours.get(i).load().perSecond() / theirs.get(i).load().perSecond());
            }
            part.put(PRODUCT + " / " + name, Measure.median(ratios));
        }
        return part;
    }

    private static double median(List<Sample> samples, java.util.function.ToDoubleFunction<Sample> figure) {
        return Measure.median(samples.stream().map(figure::applyAsDouble).toList());
    }

    private Map<String, Sample> round() {
        Map<String, Sample> samples = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(SHARES.keySet().stream().sorted().toList());
        Collections.shuffle(names, random);
        for (String name : names) {
            int count = (int) (requests * SHARES.get(name));
            long sale = sales.open(count);
            long users = calls.newUsers(count);
            List<byte[]> orders =
                    name.equals(PRODUCT) ? calls.orders(sale, users, count) : calls.design(name, sale, users, count);
            Pause.millis(1_000);
            try (Load load = new Load(plant.apiPort(), CONNECTIONS)) {
                samples.put(name, Measure.only("202 OK", measure.of(() -> load.closed(orders))));
            }
            sales.drop(sale);
        }
        return samples;
    }
}
