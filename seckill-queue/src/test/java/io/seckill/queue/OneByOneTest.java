package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The simple case: activity and user in, done or not out. */
class OneByOneTest {

    private final TestBed bed = new TestBed();
    private final ConcurrentMap<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    @AfterEach
    void close() {
        bed.close();
    }

    private int call(String activityId, String userId) {
        return calls.computeIfAbsent(activityId + "/" + userId, key -> new AtomicInteger())
                .incrementAndGet();
    }

    @Test
    void false_and_an_exception_are_retried_and_good_ones_are_not_repeated() {
        String activity = QueueKeys.tag(bed.queue);
        for (String user : new String[] {"good", "shy", "wild"}) {
            bed.orderQueue().push(bed.queue, "m-" + user, user);
        }

        bed.start(OrderHandler.each((activityId, userId) -> {
            int call = call(activityId, userId);
            if (userId.equals("wild") && call < 2) {
                throw new IllegalStateException("not yet");
            }
            return !userId.equals("shy") || call == 3;
        }));

        bed.awaitDrained();
        assertThat(calls.get(activity + "/good")).hasValue(1);
        assertThat(calls.get(activity + "/wild")).hasValue(2);
        assertThat(calls.get(activity + "/shy")).hasValue(3);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void three_times_false_is_a_dead_letter() {
        bed.push("a");

        bed.start(OrderHandler.each((activityId, userId) -> false));

        bed.awaitDrained();
        assertThat(bed.sink.letter("a").reason()).isEqualTo("the handler said no");
        assertThat(bed.sink.letter("a").failures()).isEqualTo(3);
    }

    @Test
    void what_the_handler_needs_may_be_away_without_any_count() {
        AtomicInteger calls = new AtomicInteger();
        bed.push("a");

        bed.start(OrderHandler.each((activityId, userId) -> {
            if (calls.incrementAndGet() < 5) {
                throw new HandBackException("away", null);
            }
            return true;
        }));

        bed.await().until(() -> calls.get() == 5);
        bed.awaitDrained();
        assertThat(calls).hasValue(5);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_queue_without_a_hash_tag_is_named_whole() {
        assertThat(QueueKeys.tag("coupon:{1001}")).isEqualTo("1001");
        assertThat(QueueKeys.tag("coupon:{1001}:x{2}")).isEqualTo("1001");
        assertThat(QueueKeys.tag("coupon")).isEqualTo("coupon");
        assertThat(QueueKeys.tag("coupon:{}")).isEqualTo("coupon:{}");
        assertThat(QueueKeys.tag("coupon:{1001")).isEqualTo("coupon:{1001");
    }
}
