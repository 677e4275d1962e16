package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.util.ArrayList;
import java.util.List;

/** A million orders of one activity: what the last of them cost beside early ones, and what they leave in memory. */
final class Growth {

    private static final int ALL = 1_000_000;
    private static final int CHUNK = 20_000;
    private static final int YOUNG = 10_000;
    private static final int ROUNDS = 7;

    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls;
    private final JavaProcess api;
    private final Measure measure;

    Growth(Plant plant, BenchSales sales, Calls calls, JavaProcess api) {
        this.plant = plant;
        this.sales = sales;
        this.calls = calls;
        this.api = api;
        this.measure = new Measure(plant, api);
    }

    Part run() {
        Part part = new Part("growth");
        int measured = ROUNDS * YOUNG;
        long old = sales.open(ALL);
        Pause.millis(1_000);
        sell(old, CHUNK * 5);
        part.put("API heap in use at 100,000 orders, KB", api.heapInUse());
        for (int sold = CHUNK * 5; sold < ALL - measured; sold += CHUNK) {
            sell(old, Math.min(CHUNK, ALL - measured - sold));
        }
        part.put("API heap in use at " + (ALL - measured) + " orders, KB", api.heapInUse());
        // The last ones and the 10,001st to 20,000th of another sale in turns.
        List<Double> ratios = new ArrayList<>();
        List<Double> early = new ArrayList<>();
        List<Double> late = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long young = sales.open(YOUNG * 2L);
            Pause.millis(1_000);
            sell(young, YOUNG);
            Sample first = i % 2 == 0 ? sell(young, YOUNG) : sell(old, YOUNG);
            Sample second = i % 2 == 0 ? sell(old, YOUNG) : sell(young, YOUNG);
            early.add((i % 2 == 0 ? first : second).server());
            late.add((i % 2 == 0 ? second : first).server());
            ratios.add(late.get(i) / early.get(i));
            sales.drop(young);
        }
        part.put("CPU us an order at 10,000", Measure.median(early));
        part.put("CPU us an order at 1,000,000", Measure.median(late));
        part.put("at 1,000,000 / at 10,000", Measure.median(ratios));
        long claims = sales.claims(old);
        part.put("claims", claims);
        part.put("Redis bytes per live claim", (double) sales.claimBytes(old) / claims);
        if (sales.stockLeft(old) != 0 || sales.queued(old) != ALL) {
            throw new IllegalStateException("the books of the million do not agree");
        }
        sales.drop(old);
        return part;
    }

    private Sample sell(long sale, int count) {
        List<byte[]> orders = calls.orders(sale, calls.newUsers(count), count);
        try (Load load = new Load(plant.apiPort(), 64)) {
            return Measure.only("202 OK", measure.of(() -> load.closed(orders)));
        }
    }
}
