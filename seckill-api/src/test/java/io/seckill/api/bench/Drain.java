package io.seckill.api.bench;

import io.seckill.common.stores.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How fast accepted orders become rows, beside how fast a bare loop of JDBC batches writes the same rows into the same
 * tables of the same server: a multi-row INSERT, an UPDATE of the stock, a commit.
 */
final class Drain {

    private static final int BATCH = 200;
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final List<Integer> BARE_THREADS = List.of(1, 4, 8);

    private final Plant plant;
    private final BenchSales sales;
    private final Calls calls;

    Drain(Plant plant, BenchSales sales, Calls calls) {
        this.plant = plant;
        this.sales = sales;
        this.calls = calls;
    }

    Part run(int orders, int rounds) {
        Part part = new Part("drain");
        List<Double> worker = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        List<Double> cost = new ArrayList<>();
        try (JavaProcess process = plant.worker()) {
            // The first drain warms the worker's JVM up.
            drained(process, orders / 2);
            for (int i = 0; i < rounds; i++) {
                sales.forgetRows();
                double before = Cpu.seconds(process.pid());
                double rate = drained(process, orders);
                cost.add((Cpu.seconds(process.pid()) - before) * 1e6 / orders);
                process.pause();
                sales.forgetRows();
                double best = bare(orders);
                process.resume();
                worker.add(rate);
                bare.add(best);
                ratios.add(rate / best);
            }
        }
        part.put("orders a round", orders);
        part.put("worker: orders per second", Measure.median(worker));
        part.put("worker: CPU us an order", Measure.median(cost));
        part.put("bare JDBC batches: orders per second", Measure.median(bare));
        part.put("worker / bare JDBC", Measure.median(ratios));
        return part;
    }

    /** Accepts while the worker is frozen, and then lets it go. */
    private double drained(JavaProcess worker, int orders) {
        long sale = sales.open(orders);
        worker.pause();
        List<byte[]> requests = calls.orders(sale, calls.newUsers(orders), orders);
        Pause.millis(1_000);
        try (Load load = new Load(plant.apiPort(), 64)) {
            Load.Result accepted = load.closed(requests);
            if (accepted.count("202 OK") != orders) {
                throw new IllegalStateException("not all were accepted: " + accepted.outcomes());
            }
        }
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
        if (sales.rows(sale) != orders || sales.mysqlStock(sale) != 0) {
            throw new IllegalStateException("rows " + sales.rows(sale) + ", stock left " + sales.mysqlStock(sale));
        }
        sales.drop(sale);
        return rate;
    }

    /** The best of a few numbers of threads. */
    private double bare(int orders) {
        double best = 0;
        for (int threads : BARE_THREADS) {
            long sale = sales.open(orders);
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            AtomicLong next = new AtomicLong();
            long start = System.nanoTime();
            List<Future<?>> loops = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                loops.add(pool.submit(() -> {
                    loop(plant.database, sale, orders, next);
                    return null;
                }));
            }
            try {
                for (Future<?> loop : loops) {
                    loop.get();
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                pool.shutdownNow();
            }
            best = Math.max(best, orders / ((System.nanoTime() - start) / 1e9));
            sales.drop(sale);
            sales.forgetRows();
        }
        return best;
    }

    private static void loop(Database database, long sale, int orders, AtomicLong next) throws SQLException {
        StringBuilder insert =
                new StringBuilder("INSERT INTO seckill_order (id, activity_id, user_id, quantity, status,"
                        + " seq, epoch, accepted_at, created_at, pay_before) VALUES ");
        insert.append(
                "(?, ?, ?, 1, 0, ?, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 15 MINUTE), "
                        .repeat(BATCH));
        insert.setLength(insert.length() - 2);
        try (Connection connection = database.connect();
                PreparedStatement rows = connection.prepareStatement(insert.toString());
                PreparedStatement stock = connection.prepareStatement(
                        "UPDATE seckill_activity SET stock = stock - " + BATCH + ", max_seq = GREATEST(max_seq, ?)"
                                + " WHERE id = ? AND epoch = 1 AND stock >= " + BATCH)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            for (long first = next.getAndAdd(BATCH); first < orders; first = next.getAndAdd(BATCH)) {
                long base = sale << 40;
                int parameter = 1;
                for (long seq = first; seq < first + BATCH; seq++) {
                    rows.setLong(parameter++, base + seq);
                    rows.setLong(parameter++, sale);
                    rows.setLong(parameter++, 100_000_000_000L + seq);
                    rows.setLong(parameter++, seq);
                }
                rows.executeUpdate();
                stock.setLong(1, first + BATCH);
                stock.setLong(2, sale);
                if (stock.executeUpdate() != 1) {
                    throw new SQLException("no stock");
                }
                connection.commit();
            }
        }
    }
}
