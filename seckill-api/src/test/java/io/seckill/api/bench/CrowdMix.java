package io.seckill.api.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What a crowd asks for, the same at every moment: of a hundred calls two by machines that ask far too often, 48 for
 * orders of a sale with units for all, each of a buyer who has none of it yet, 40 for orders of a sale that is sold out,
 * 10 for the status of an order. Each with its buyer's token and address. A sale ends when every buyer has had a turn;
 * the next is open by then, and what became of its orders is counted when all of them are stored.
 */
final class CrowdMix implements AutoCloseable {

    private static final int STORED_SECONDS = 10;
    private static final int BUYERS = 100_000;
    private static final int MACHINES = 20;
    private static final int FEW = 10;
    private static final int PRIME = 7919;
    private static final int ANSWERED_SECONDS = 15;

    private final BenchSales sales;
    private final List<byte[]> tails = new ArrayList<>();
    private final List<Future<?>> counted = new ArrayList<>();
    private final long soldOut;
    private final ScheduledExecutorService office = Executors.newSingleThreadScheduledExecutor();
    private long sale;
    private CompletableFuture<Long> nextSale;
    private int turn;
    private volatile long rows;
    private volatile long claims;

    CrowdMix(BenchSales sales, Calls calls) {
        this.sales = sales;
        long first = calls.newUsers(BUYERS + MACHINES + FEW);
        for (int i = 0; i < BUYERS + MACHINES + FEW; i++) {
            tails.add(calls.tail(first + i));
        }
        soldOut = sales.open(FEW);
        sale = sales.open(BUYERS + MACHINES);
        nextSale = another();
    }

    private CompletableFuture<Long> another() {
        return CompletableFuture.supplyAsync(() -> sales.open(BUYERS + MACHINES), office);
    }

    /** The buyers who get what there is of the sale that is sold out. */
    List<byte[]> first() {
        List<byte[]> orders = new ArrayList<>();
        for (int i = 0; i < FEW; i++) {
            orders.add(order(soldOut, BUYERS + MACHINES + i));
        }
        return orders;
    }

    /** The n-th call. */
    byte[] call(long n) {
        int kind = (int) (n * PRIME % 100);
        if (kind < 2) {
            return order(sale, BUYERS + (int) (n / 50 % MACHINES));
        }
        if (kind < 50) {
            if (++turn == BUYERS) {
                turn = 0;
                long over = sale;
                sale = nextSale.join();
                // Not before the last who asked for it has his answer.
                counted.add(office.schedule(() -> count(over), ANSWERED_SECONDS, TimeUnit.SECONDS));
                nextSale = another();
            }
            return order(sale, turn);
        }
        int someone = (int) (n * PRIME % BUYERS);
        return kind < 90
                ? order(soldOut, someone)
                : spelled("GET", "/seckill/order/status?activityId=" + sale, Math.max(0, turn - someone % 5_000));
    }

    private byte[] order(long activityId, int buyer) {
        return spelled("POST", "/seckill/order?activityId=" + activityId, buyer);
    }

    private byte[] spelled(String method, String path, int buyer) {
        byte[] line = (method + " " + path + " HTTP/1.1\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] tail = tails.get(buyer);
        byte[] call = Arrays.copyOf(line, line.length + tail.length);
        System.arraycopy(tail, 0, call, line.length, tail.length);
        return call;
    }

    /** Waits until the workers have stored a sale's orders, counts them, and forgets the sale. */
    private void count(long over) {
        while (sales.queued(over) + sales.inHand(over) > 0) {
            Pause.millis(500);
        }
        claims += sales.claims(over);
        rows += sales.rows(over);
        sales.drop(over);
    }

    /** Messages of the present sale that wait to be stored. */
    long backlog() {
        return sales.queued(sale);
    }

    /** Until the orders of the present sale are stored, or {@code STORED_SECONDS} are over: then nobody else needs the processors. */
    void awaitStored() {
        for (int second = 0; second < STORED_SECONDS && backlog() > 0; second++) {
            Pause.millis(1_000);
        }
    }

    /** When nobody asks any more: {@return claims that were given, and rows that came of them} */
    long[] books() {
        for (Future<?> one : counted) {
            try {
                one.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        CompletableFuture.runAsync(() -> count(sale), office).join();
        CompletableFuture.runAsync(() -> count(soldOut), office).join();
        sales.drop(nextSale.join());
        return new long[] {claims, rows};
    }

    @Override
    public void close() {
        office.shutdownNow();
    }
}
