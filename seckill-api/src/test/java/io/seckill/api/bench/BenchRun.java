package io.seckill.api.bench;

import io.seckill.api.bench.Measure.Sample;
import java.util.List;
import java.util.Map;

/** The benchmark: see {@code scripts/bench.sh} and {@code docs/benchmarks.md}. */
public final class BenchRun {

    private static final int FIRST_PORT = 9140;

    private final BenchOptions options;
    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls = new Calls();
    private final Report report;

    private BenchRun(BenchOptions options, Plant plant) {
        this.options = options;
        this.plant = plant;
        this.sales = new BenchSales(plant);
        this.report = new Report(options, Machine.of(plant, options.out()));
    }

    /**
     * @param args see {@link BenchOptions}
     */
    public static void main(String[] args) {
        int status = 0;
        try {
            BenchOptions options = BenchOptions.parse(args);
            try (Plant plant = new Plant(options.out(), Integer.getInteger("seckill.bench.port", FIRST_PORT))) {
                new BenchRun(options, plant).run();
            }
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            status = 2;
        } catch (RuntimeException e) {
            System.err.println("bench: failed");
            e.printStackTrace();
            status = 1;
        }
        System.exit(status);
    }

    private void run() {
        try (JavaProcess api = plant.api(false)) {
            say("warming up, at most " + options.warmUpSeconds() + " s");
            Rounds rounds = new Rounds(plant, sales, calls, api, options.requests());
            rounds.warmUp(options.warmUpSeconds());
            OrderParts orders = new OrderParts(plant, sales, calls, api);
            if (options.runs("rounds") || options.runs("open-loop")) {
                say(options.rounds() + " rounds of " + options.requests() + " calls of each kind");
                Map<String, List<Sample>> samples = rounds.run(options.rounds());
                report.add(report.rounds(samples));
                if (options.runs("open-loop")) {
                    say("latency at even rates");
                    double most = Report.median(
                            samples.get(Rounds.ACCEPT), sample -> sample.load().perSecond());
                    report.add(orders.openLoop(most, options.openLoopRounds(), options.openLoopSeconds()));
                }
            }
            if (options.runs("fsync")) {
                say("appendfsync always beside everysec");
                report.add(orders.fsync(options.rounds(), options.requests()));
            }
            if (options.runs("articles-test")) {
                say("300 connections, 50,000 requests");
                report.add(orders.articlesTest());
            }
            if (options.runs("drain")) {
                say("the drain");
                report.add(new Drain(plant, sales).run(options.drained(), options.quick() ? 5 : 9));
            }
            if (options.runs("growth")) {
                say("a million orders of one activity");
                report.add(new Growth(plant, sales, calls, api).run());
            }
        }
        if (options.designs()) {
            say("the designs of the articles");
            try (JavaProcess api = plant.api(true)) {
                Designs designs = new Designs(plant, sales, calls, api, options.requests());
                report.add(designs.run(options.quick() ? 2 : 6, options.quick() ? 3 : 7));
            }
        }
        report.write();
    }

    private static void say(String what) {
        System.out.println("== " + what);
    }
}
