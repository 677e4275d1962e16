package io.seckill.api.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast accepted orders become rows, beside how fast a bare loop of JDBC batches writes the same rows into the same
 * tables of the same server, each in turn and each warm.
 */
final class Drain {

    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final int WARM_ORDERS = 1_000_000;
    private static final int BARE_TRIES = 4;
    private static final double SETTLED = 0.05;
    private static final double MICROS = 1e6;

    private final Plant plant;
    private final BenchSales sales;
    private final Backlog backlog;

    Drain(Plant plant, BenchSales sales) {
        this.plant = plant;
        this.sales = sales;
        this.backlog = new Backlog(plant);
    }

    Part run(int orders, int rounds) {
        Part part = new Part("drain");
        List<Double> worker = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        Costs costs = new Costs();
        try (JavaProcess process = plant.worker()) {
            part.put("worker: orders until warm", warmUp(process, orders));
            BareLoop loop = fastest(process, orders);
            part.put("bare JDBC batches: the fastest", loop.toString());
            for (int i = 0; i < rounds; i++) {
                double most = bare(process, loop, orders);
                double rate = drained(process, orders, costs);
                worker.add(rate);
                bare.add(most);
                ratios.add(rate / most);
            }
        }
        part.put("orders a round", orders);
        part.put("worker: orders per second", Measure.median(worker));
        costs.tell(part, orders * rounds);
        part.put("bare JDBC batches: orders per second", Measure.median(bare));
        part.put("worker / bare JDBC", Measure.median(ratios));
        return part;
    }

    /**
     * Until the rate stays the same: the JIT has plateaus, so that a good many orders must have passed too. Returns how
     * many that were.
     */
    private int warmUp(JavaProcess worker, int orders) {
        List<Double> rates = new ArrayList<>();
        while (true) {
            rates.add(drained(worker, orders, new Costs()));
            int passed = rates.size() * orders;
            List<Double> last = rates.subList(Math.max(0, rates.size() - 3), rates.size());
            double most = last.stream().mapToDouble(rate -> rate).max().orElseThrow();
            double least = last.stream().mapToDouble(rate -> rate).min().orElseThrow();
            if (passed >= WARM_ORDERS && most - least < SETTLED * most || passed >= 2 * WARM_ORDERS) {
                return passed;
            }
        }
    }

    /** Of several numbers of threads and sizes of a batch, by the median of runs that warm the loop up as well. */
    private BareLoop fastest(JavaProcess worker, int orders) {
        Map<BareLoop, List<Double>> rates = new LinkedHashMap<>();
        for (int threads : List.of(2, 4, 8)) {
            for (int batch : List.of(200, 500, 1000)) {
                rates.put(new BareLoop(plant.database, threads, batch), new ArrayList<>());
            }
        }
        for (int i = 0; i < BARE_TRIES; i++) {
            rates.forEach((loop, itsRates) -> itsRates.add(bare(worker, loop, orders)));
        }
        return rates.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> Measure.median(entry.getValue())))
                .orElseThrow()
                .getKey();
    }

    /** Beside a frozen worker. */
    private double bare(JavaProcess worker, BareLoop loop, int orders) {
        forgetRows(worker);
        long sale = sales.open(orders);
        double rate = loop.run(sale, orders);
        sales.drop(sale);
        return rate;
    }

    /** Accepts while the worker is frozen, and then lets it go. */
    private double drained(JavaProcess worker, int orders, Costs costs) {
        forgetRows(worker);
        long sale = sales.open(orders);
        backlog.accept(sale, orders);
        costs.begin(plant, worker);
        long start = System.nanoTime();
        worker.resume();
        // Looked at from the side that costs the database nothing.
        while (sales.queued(sale) > 0 || sales.inHand(sale) > 0) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new IllegalStateException("not drained: " + sales.queued(sale) + " wait");
            }
            Pause.millis(5);
        }
        double rate = orders / ((System.nanoTime() - start) / 1e9);
        costs.end(plant, worker);
        if (sales.rows(sale) != orders || sales.mysqlStock(sale) != 0) {
            throw new IllegalStateException("rows " + sales.rows(sale) + ", stock left " + sales.mysqlStock(sale));
        }
        sales.drop(sale);
        return rate;
    }

    /** Leaves the worker frozen. Frozen in the middle of a duty's transaction it would not let go of the table. */
    private void forgetRows(JavaProcess worker) {
        worker.resume();
        sales.forgetRows();
        worker.pause();
    }

    /** Processor time of those who take part in a drain. */
    private static final class Costs {

        private double worker;
        private double redis;
        private double mysql;

        void begin(Plant plant, JavaProcess process) {
            add(plant, process, -1);
        }

        void end(Plant plant, JavaProcess process) {
            add(plant, process, 1);
        }

        private void add(Plant plant, JavaProcess process, int sign) {
            worker += sign * Cpu.seconds(process.pid());
            redis += sign * Cpu.seconds(plant.redisServer.pid());
            mysql += sign * Cpu.seconds(plant.mysqlServer.pid());
        }

        void tell(Part part, int orders) {
            part.put("worker: CPU us an order", worker * MICROS / orders);
            part.put("Redis: CPU us an order", redis * MICROS / orders);
            part.put("MariaDB: CPU us an order", mysql * MICROS / orders);
        }
    }
}
