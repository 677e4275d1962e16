package io.seckill.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
    private final AtomicInteger dropped = new AtomicInteger();

    @AfterEach
    void close() {
        portions.close();
    }

    @Test
    void no_more_than_a_portion_waits_in_the_pool_and_nobody_is_forgotten_or_overtaken() throws InterruptedException {
        int calls = 3 * Portions.PORTION + 1;
        for (int i = 0; i < calls; i++) {
            int call = i;
            portions.execute(call(() -> answered.add(call)));
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
                        quick.execute(call(done::incrementAndGet));
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

    @Test
    void who_is_in_line_at_the_end_or_comes_later_is_dropped() {
        for (int i = 0; i < Portions.PORTION + 2; i++) {
            portions.execute(call(() -> {}));
        }

        portions.close();
        portions.execute(call(() -> {}));

        assertThat(dropped).hasValue(3);
        assertThat(pool).hasSize(Portions.PORTION);
    }

    @Test
    void a_call_that_cannot_be_begun_keeps_nobody_behind_it_waiting() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        try (Portions shaken = new Portions(call -> {
            if (tries.getAndIncrement() == Portions.PORTION) {
                throw new OutOfMemoryError("a test");
            }
            pool.add(call);
        })) {
            for (int i = 0; i < 2 * Portions.PORTION; i++) {
                shaken.execute(call(() -> answered.add(1)));
            }
            for (int i = 0; i < 2 * Portions.PORTION - 1; i++) {
                pool.take().run();
            }
        }
        assertThat(dropped).hasValue(1);
        assertThat(answered).hasSize(2 * Portions.PORTION - 1);
    }

    @Test
    void while_a_crowd_is_turned_away_the_next_portion_waits_for_its_end_or_for_enough_of_it()
            throws InterruptedException {
        try (Portions polite = new Portions(pool::add, Duration.ofHours(1))) {
            for (int i = 0; i < 4 * Portions.PORTION; i++) {
                polite.execute(call(() -> answered.add(1)));
            }
            polite.turnedAway();
            begin(Portions.PORTION);
            polite.cleared();
            begin(1);
            for (int i = 0; i < Portions.TURNED_AWAY; i++) {
                polite.turnedAway();
                if (i == 0) {
                    begin(Portions.PORTION - 1);
                }
                if (i < Portions.TURNED_AWAY - 1) {
                    assertThat(pool).as("after %d of them", i + 1).isEmpty();
                }
            }
            begin(Portions.PORTION);
            polite.cleared();
            begin(Portions.PORTION);
        }
        assertThat(answered).hasSize(4 * Portions.PORTION);
    }

    @Test
    void with_a_processor_of_its_own_who_turns_away_holds_nobody_up() {
        assertThat(Portions.turnedAway(2)).isEqualTo(16 * Portions.portion(2));
        assertThat(Portions.turnedAway(8)).isEqualTo(Portions.portion(8));
    }

    @Test
    void nobody_waits_without_end_for_a_crowd_that_is_not_heard_of() throws InterruptedException {
        for (int i = 0; i < 2 * Portions.PORTION; i++) {
            portions.execute(call(() -> answered.add(1)));
        }
        portions.turnedAway();
        begin(2 * Portions.PORTION);
    }

    private void begin(int calls) throws InterruptedException {
        for (int i = 0; i < calls; i++) {
            Runnable next = pool.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("call " + i).isNotNull();
            next.run();
        }
    }

    private Portions.Call call(Runnable what) {
        return new Portions.Call() {
            @Override
            public void run() {
                what.run();
            }

            @Override
            public void dropped() {
                dropped.incrementAndGet();
            }
        };
    }
}
