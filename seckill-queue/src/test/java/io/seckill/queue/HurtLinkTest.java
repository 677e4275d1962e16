package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The network between workers and Redis: silent, slow, one-sided. */
class HurtLinkTest {

    private final RedisServer server = TestBed.shared();
    private final TestBed bed = new TestBed();
    private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
    private final RecordingHandler handler = new RecordingHandler();

    @AfterEach
    void close() {
        bed.close();
        proxy.close();
    }

    private WorkerPool throughProxy(OrderHandler through) {
        WorkerPool pool =
                bed.pool(bed.connect(proxy.host(), proxy.port(), server.password(), TestBed.SHORT_TIMEOUT), through);
        pool.start();
        return pool;
    }

    @Test
    void a_peer_that_falls_silent_is_given_up_in_seconds_and_found_again() {
        throughProxy(handler);
        bed.push("warm");
        bed.awaitDrained();

        proxy.blackhole();
        bed.pushMany(50);
        // Longer than a command may take.
        bed.await().pollDelay(TestBed.SHORT_TIMEOUT.plusMillis(200)).until(() -> true);
        proxy.pass();

        bed.awaitDrained();
        assertThat(handler.effects).hasSize(51);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void what_a_cut_off_process_holds_goes_to_another_and_its_late_answer_harms_nobody() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingHandler cutOff = new RecordingHandler((queue, batch) -> {
            held.countDown();
            assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
            return BatchResult.allDone(batch);
        });
        bed.set("lease", "1s").set("threads", 1).push("a");
        WorkerPool first = throughProxy(cutOff);
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();

        proxy.blackhole();
        bed.start(handler);
        bed.await().until(() -> handler.done().contains("a"));
        release.countDown();
        proxy.pass();
        bed.push("b");

        bed.awaitDrained();
        bed.await().until(() -> cutOff.done().contains("a"));
        bed.await().until(() -> first.liveWorkers() == 1);
        assertThat(handler.effects.get("a")).hasValue(1);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_recoverer_that_dies_over_it_has_done_all_or_nothing() {
        List<String> ids = bed.pushMany(20);
        bed.commands().take(bed.session(), bed.queue, "dead-1", true);
        bed.redis.opsForZSet().add(QueueKeys.workers(bed.queue), "dead-1", 1);
        RedisSession dying = new RedisSession(bed.connect(proxy.host(), proxy.port(), server.password()));
        // The server knows the script from here on.
        assertThat(bed.commands().recover(dying, bed.queue, "nobody", false)).isZero();
        proxy.resetReplies();

        assertThatThrownBy(() -> bed.commands().recover(dying, bed.queue, "dead-1", false))
                .satisfies(e -> assertThat(RedisFailure.refused(e)).isFalse());
        dying.close();

        assertThat(bed.queued()).isEqualTo(ids);
        assertThat(bed.commands().recover(bed.session(), bed.queue, "dead-1", false))
                .isZero();
        assertThat(bed.queued()).isEqualTo(ids);
    }

    @Test
    void a_slow_link_slows_and_does_no_more() {
        proxy.delay(Duration.ofMillis(100));
        bed.pushMany(500);

        WorkerPool pool = throughProxy(handler);

        bed.awaitDrained();
        assertThat(handler.effects).hasSize(500);
        assertThat(handler.effects.values()).allMatch(count -> count.get() == 1);
        assertThat(pool.counters().recovered.sum()).isZero();
    }

    @Test
    void a_push_whose_answer_was_lost_may_be_repeated_under_its_id() {
        RedisListQueue queue =
                new RedisListQueue(bed.connect(proxy.host(), proxy.port(), server.password()), bed.properties());
        queue.push(bed.queue, "warm", "x");
        proxy.resetReplies();
        assertThatThrownBy(() -> queue.push(bed.queue, "a", "x"))
                .satisfies(e -> assertThat(RedisFailure.refused(e)).isFalse());
        proxy.pass();
        queue.push(bed.queue, "a", "x");

        assertThat(bed.queued()).contains("a").containsOnly("warm", "a");
        bed.start(handler);
        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("a", "warm");
        assertThat(handler.deliveriesOf("a")).allMatch(delivery -> delivery.deliveries() == 1);
    }

    @Test
    void an_acknowledgement_whose_answer_was_lost_is_repeated_and_ends() {
        CountDownLatch ready = new CountDownLatch(1);
        throughProxy((queue, batch) -> {
            if (batch.stream().anyMatch(delivery -> delivery.messageId().equals("a"))) {
                proxy.resetReplies();
                ready.countDown();
            }
            return handler.handle(queue, batch);
        });
        bed.push("a");
        bed.await()
                .until(() -> ready.getCount() == 0
                        && bed.orderQueue().snapshot(bed.queue).empty());
        proxy.pass();
        bed.push("b");

        bed.awaitDrained();
        assertThat(handler.effects.get("a")).hasValue(1);
        assertThat(handler.effects.get("b")).hasValue(1);
    }
}
