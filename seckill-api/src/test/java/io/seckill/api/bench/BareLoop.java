package io.seckill.api.bench;

import io.seckill.common.stores.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that do nothing but write the rows of a sale by JDBC: a multi-row INSERT, an UPDATE of the stock, a commit. The
 * same rows into the same tables as the worker writes, by the same driver with the same settings.
 */
final class BareLoop {

    /** As the worker's session is set: nothing of the driver's that would help one of the two. */
    private static final String DRIVER = "&cachePrepStmts=true&prepStmtCacheSize=50&prepStmtCacheSqlLimit=65536";

    private final Database database;
    private final int threads;
    private final int batch;

    BareLoop(Database database, int threads, int batch) {
        this.database = database;
        this.threads = threads;
        this.batch = batch;
    }

    @Override
    public String toString() {
        return threads + " threads, batches of " + batch;
    }

    /** Writes so many orders, a multiple of the batch, and returns how many a second. */
    double run(long sale, int orders) {
        if (orders % batch != 0) {
            throw new IllegalArgumentException(orders + " is no multiple of " + batch);
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        AtomicLong next = new AtomicLong();
        long start = System.nanoTime();
        List<Future<?>> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loops.add(pool.submit(() -> {
                loop(sale, orders, next);
                return null;
            }));
        }
        try {
            for (Future<?> loop : loops) {
                loop.get();
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            pool.shutdownNow();
        }
        return orders / ((System.nanoTime() - start) / 1e9);
    }

    private void loop(long sale, int orders, AtomicLong next) throws SQLException {
        StringBuilder insert =
                new StringBuilder("INSERT INTO seckill_order (id, activity_id, user_id, quantity, status,"
                        + " seq, epoch, accepted_at, created_at, pay_before) VALUES ");
        insert.append(
                "(?, ?, ?, 1, 0, ?, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 15 MINUTE), "
                        .repeat(batch));
        insert.setLength(insert.length() - 2);
        Database tuned =
                new Database(database.jdbcUrl() + DRIVER, database.user(), database.password(), database.name());
        try (Connection connection = tuned.connect();
                PreparedStatement rows = connection.prepareStatement(insert.toString());
                PreparedStatement stock = connection.prepareStatement(
                        "UPDATE seckill_activity SET stock = stock - " + batch + ", max_seq = GREATEST(max_seq, ?)"
                                + " WHERE id = ? AND epoch = 1 AND stock >= " + batch)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            for (long first = next.getAndAdd(batch); first < orders; first = next.getAndAdd(batch)) {
                long base = sale << 40;
                int parameter = 1;
                for (long seq = first; seq < first + batch; seq++) {
                    rows.setLong(parameter++, base + seq);
                    rows.setLong(parameter++, sale);
                    rows.setLong(parameter++, 100_000_000_000L + seq);
                    rows.setLong(parameter++, seq);
                }
                rows.executeUpdate();
                stock.setLong(1, first + batch);
                stock.setLong(2, sale);
                if (stock.executeUpdate() != 1) {
                    throw new SQLException("no stock");
                }
                connection.commit();
            }
        }
    }
}
