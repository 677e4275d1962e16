package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DispatcherTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Dispatcher dispatcher = new Dispatcher(200, () -> 8, nanos::get);

    private List<String> turns() throws InterruptedException {
        List<String> turns = new ArrayList<>();
        for (String queue = dispatcher.next(Duration.ZERO); queue != null; queue = dispatcher.next(Duration.ZERO)) {
            turns.add(queue);
        }
        return turns;
    }

    @Test
    void a_queue_gets_a_turn_per_batch_and_never_more_than_there_are_threads() throws Exception {
        dispatcher.offer("a", 1);
        dispatcher.offer("b", 201);
        dispatcher.offer("c", 1_000_000);

        assertThat(turns()).containsExactly("a", "b", "c", "b", "c", "c", "c", "c", "c", "c", "c");
    }

    @Test
    void queues_take_turns() throws Exception {
        dispatcher.offer("long", 1_000_000);
        dispatcher.next(Duration.ZERO);
        dispatcher.offer("short", 1);

        assertThat(turns()).startsWith("long", "short", "long").hasSize(8);
    }

    @Test
    void small_batches_need_more_hands() throws Exception {
        dispatcher.offer("a", 5, 1);

        assertThat(turns()).hasSize(5);
    }

    @Test
    void a_queue_in_trouble_rests_longer_each_time_and_recovers_at_once() throws Exception {
        for (long millis : new long[] {100, 200, 400, 800, 1600, 3200, 5000, 5000}) {
            dispatcher.rest("a");
            dispatcher.rest("a");
            nanos.addAndGet(Duration.ofMillis(millis).toNanos() - 1);
            dispatcher.offer("a", 1);
            assertThat(turns()).isEmpty();
            nanos.incrementAndGet();
            dispatcher.offer("a", 1);
            assertThat(turns()).containsExactly("a");
        }

        dispatcher.works("a");
        dispatcher.rest("a");
        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        dispatcher.offer("a", 1);
        assertThat(turns()).containsExactly("a");
    }

    @Test
    void a_queue_in_trouble_does_not_hold_the_others_up() throws Exception {
        dispatcher.offer("a", 1);
        dispatcher.offer("b", 1);
        dispatcher.rest("a");

        assertThat(turns()).containsExactly("b");
    }

    @Test
    void a_closed_dispatcher_has_no_turns() throws Exception {
        dispatcher.offer("a", 1);
        dispatcher.close();
        dispatcher.offer("a", 1);

        assertThat(dispatcher.next(Duration.ofDays(1))).isNull();
    }
}
