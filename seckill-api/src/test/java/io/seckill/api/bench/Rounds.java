package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The calls in turns, in another order each round, so that whatever drifts (the machine, the JIT, the size of Redis) hits
 * all of them alike. First each with buyers of whom this API has heard nothing, so that every token is verified; then
 * the same with buyers that it knows, as a shop's page makes them by asking for a status before the sale begins.
 */
final class Rounds {

    static final String EMPTY = "empty";
    static final String ACCEPT = "accept";
    static final String SOLD_OUT = "sold out";
    static final String THREE_TRIPS = "three trips";
    static final String THREE_TRIPS_KNOWN = "three trips, known";
    static final String EMPTY_KNOWN = "empty, known";
    static final String ACCEPT_KNOWN = "accept, known";
    static final String SOLD_OUT_KNOWN = "sold out, known";
    static final String DUPLICATE = "duplicate, known";
    static final String STATUS = "status, known";
    static final String MIXED = "mixed, known";

    private static final int CONNECTIONS = 64;
    private static final int FEW = 10;
    private static final double SETTLED = 0.05;

    /** Rounds that are compared with as many before them: single ones differ by chance. */
    private static final int COMPARED = 3;

    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls;
    private final Measure measure;
    private final int requests;
    private final Random random = new Random(42);
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

    /** Buyers of one round and what they know. */
    private record Buyers(long empty, long accept, long soldOut, long designs) {}

    Rounds(Plant plant, BenchSales sales, Calls calls, JavaProcess api, int requests) {
        this.plant = plant;
        this.sales = sales;
        this.calls = calls;
        this.measure = new Measure(plant, api);
        this.requests = requests;
    }

    /** Until no kind of call gets cheaper any more, or so long. Each kind has code of its own for the JIT to find. */
    void warmUp(int seconds) {
        long start = System.nanoTime();
        samples.clear();
        String dearest = "";
        while ((System.nanoTime() - start) / 1e9 < seconds) {
            round();
            dearest = fallsMost();
            System.out.printf(
                    "  warming up: %.0f us an order, %.0f of a known buyer%s%n",
                    latest(ACCEPT), latest(ACCEPT_KNOWN), dearest.isEmpty() ? "" : "; not settled: " + dearest);
            if (dearest.isEmpty()) {
                break;
            }
        }
        samples.clear();
    }

    private double latest(String name) {
        List<Sample> list = samples.get(name);
        return list.get(list.size() - 1).server();
    }

    /** The kind of call that has become cheaper most, empty if none has by more than chance would have it. */
    private String fallsMost() {
        String most = "";
        double least = 1 - SETTLED;
        for (Map.Entry<String, List<Sample>> kind : samples.entrySet()) {
            List<Double> costs = kind.getValue().stream().map(Sample::server).toList();
            int last = costs.size() - COMPARED;
            if (last < COMPARED) {
                return kind.getKey();
            }
            double ratio = Measure.median(costs.subList(last, costs.size()))
                    / Measure.median(costs.subList(last - COMPARED, last));
            if (ratio < least) {
                least = ratio;
                most = kind.getKey();
            }
        }
        return most;
    }

    Map<String, List<Sample>> run(int rounds) {
        samples.clear();
        for (int i = 1; i <= rounds; i++) {
            round();
            int latest = i - 1;
            StringBuilder line = new StringBuilder("  round " + i + ":");
            samples.forEach((name, list) -> line.append(
                    String.format(" %s %.0f us%s", name, list.get(latest).server(), name.equals(MIXED) ? "" : ",")));
            System.out.println(line);
        }
        return samples;
    }

    private void round() {
        Buyers buyers = new Buyers(
                calls.newUsers(requests), calls.newUsers(requests), calls.newUsers(requests), calls.newUsers(requests));
        long sale = sales.open(requests * 10L);
        long soldOut = sales.open(FEW);
        long design = sales.open(requests * 2L);
        Pause.millis(1_000);
        try (Load load = new Load(plant.apiPort(), CONNECTIONS)) {
            empty(load, soldOut);
            List<Runnable> fresh = new ArrayList<>(List.of(
                    () -> take(EMPTY, "200 OK", load, calls.design("empty", sale, buyers.empty, requests)),
                    () -> take(ACCEPT, "202 OK", load, calls.orders(sale, buyers.accept, requests)),
                    () -> take(SOLD_OUT, "409 SOLD_OUT", load, calls.orders(soldOut, buyers.soldOut, requests)),
                    () -> take(
                            THREE_TRIPS,
                            "202 OK",
                            load,
                            calls.design("three-trips", design, buyers.designs, requests))));
            inTurns(fresh);
            List<Runnable> known = new ArrayList<>(List.of(
                    () -> take(EMPTY_KNOWN, "200 OK", load, calls.design("empty", sale, buyers.empty, requests)),
                    () -> take(ACCEPT_KNOWN, "202 OK", load, calls.orders(sale, buyers.empty, requests)),
                    () -> take(
                            THREE_TRIPS_KNOWN,
                            "202 OK",
                            load,
                            calls.design("three-trips", design, buyers.soldOut, requests)),
                    () -> take(SOLD_OUT_KNOWN, "409 SOLD_OUT", load, calls.orders(soldOut, buyers.soldOut, requests)),
                    () -> take(DUPLICATE, "409 DUPLICATE_ORDER", load, calls.orders(sale, buyers.accept, requests)),
                    () -> take(STATUS, "200 OK", load, calls.statuses(sale, buyers.accept, requests))));
            inTurns(known);
            add(MIXED, measure.of(() -> load.closed(mixed(sale, soldOut, buyers))));
        }
        if (sales.claims(sale) != sales.queued(sale)) {
            throw new IllegalStateException("claims and queue differ");
        }
        List.of(sale, soldOut, design).forEach(sales::drop);
    }

    /** Sells the few units there are, and lets the node see that nothing is left. */
    private void empty(Load load, long soldOut) {
        load.closed(calls.orders(soldOut, calls.newUsers(FEW), FEW));
        load.closed(calls.orders(soldOut, calls.newUsers(1), 1));
        Pause.millis(100);
    }

    /** Six of ten ask for a status, two buy, one is too late, one clicks again. */
    private List<byte[]> mixed(long sale, long soldOut, Buyers buyers) {
        List<byte[]> all = new ArrayList<>();
        int tenth = requests / 10;
        all.addAll(calls.statuses(sale, buyers.accept, 6 * tenth));
        all.addAll(calls.orders(sale, buyers.designs, 2 * tenth));
        all.addAll(calls.orders(soldOut, buyers.soldOut, tenth));
        all.addAll(calls.orders(sale, buyers.accept, tenth));
        Collections.shuffle(all, random);
        return all;
    }

    private void inTurns(List<Runnable> turns) {
        Collections.shuffle(turns, random);
        turns.forEach(Runnable::run);
    }

    private void take(String name, String outcome, Load load, List<byte[]> requested) {
        add(name, Measure.only(outcome, measure.of(() -> load.closed(requested))));
    }

    private void add(String name, Sample sample) {
        samples.computeIfAbsent(name, any -> new ArrayList<>()).add(sample);
    }
}
