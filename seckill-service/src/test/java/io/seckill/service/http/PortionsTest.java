package io.seckill.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PortionsTest {

    private final BlockingQueue<Runnable> pool = new LinkedBlockingQueue<>();
    private final Portions portions = new Portions(pool::add);
    private final List<Integer> answered = new ArrayList<>();

    @AfterEach
    void close() {
        portions.close();
    }

    @Test
    void no_more_than_a_portion_waits_in_the_pool_and_nobody_is_forgotten_or_overtaken() throws InterruptedException {
        int calls = 3 * Portions.PORTION + 1;
        for (int i = 0; i < calls; i++) {
            int call = i;
            portions.execute(() -> answered.add(call));
        }

        for (int i = 0; i < calls; i++) {
            int due =
                    Math.min(Portions.PORTION, calls - i / Portions.PORTION * Portions.PORTION) - i % Portions.PORTION;
            Awaitility.await().until(() -> pool.size() == due);
            pool.take().run();
        }

        assertThat(answered).hasSize(calls).isSorted();
        assertThat(pool).isEmpty();
    }

    @Test
    void from_many_threads_on_many_threads_each_call_is_answered_once() throws Exception {
        int callers = 4;
        int each = 20_000;
        AtomicInteger done = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        ExecutorService crowd = Executors.newFixedThreadPool(callers);
        try (Portions quick = new Portions(threads)) {
            CyclicBarrier barrier = new CyclicBarrier(callers);
            for (int i = 0; i < callers; i++) {
                crowd.submit(() -> {
                    barrier.await(20, TimeUnit.SECONDS);
                    for (int call = 0; call < each; call++) {
                        quick.execute(done::incrementAndGet);
                    }
                    return null;
                });
            }
            Awaitility.await().until(() -> done.get() >= callers * each);
        } finally {
            crowd.shutdownNow();
            threads.shutdown();
        }
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(done).hasValue(callers * each);
    }
}
