package io.seckill.api.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Many at the same instant. */
public final class Crowd {

    private static final int PATIENCE_SECONDS = 120;

    private Crowd() {}

    /**
     * Lets so many threads wait for each other and then act.
     *
     * @param size how many
     * @param act what each does, by its number from 0
     * @return what came of it, in the order of the numbers
     */
    public static <T> List<T> act(int size, IntFunction<T> act) {
        CyclicBarrier barrier = new CyclicBarrier(size);
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int number = i;
                futures.add(threads.submit(() -> {
                    barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return act.apply(number);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } catch (Exception e) {
            throw new IllegalStateException("somebody in the crowd failed", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
