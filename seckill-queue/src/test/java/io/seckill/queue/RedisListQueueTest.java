package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;

class RedisListQueueTest {

    private final TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void a_push_registers_the_queue_and_tells_the_backlog() {
        assertThat(bed.orderQueue().push(bed.queue, "a", "x")).isEqualTo(new PushResult.Pushed(1));
        assertThat(bed.orderQueue().push(bed.queue, "b", "x")).isEqualTo(new PushResult.Pushed(2));

        assertThat(bed.orderQueue().queues()).containsExactly(bed.queue);
        assertThat(bed.queued()).containsExactly("a", "b");
    }

    @Test
    void a_queue_that_is_unregistered_is_forgotten_and_keeps_its_messages() {
        bed.orderQueue().push(bed.queue, "a", "x");

        bed.orderQueue().unregister(bed.queue);
        bed.orderQueue().unregister(bed.queue);

        assertThat(bed.orderQueue().queues()).isEmpty();
        assertThat(bed.queued()).containsExactly("a");
        bed.orderQueue().push(bed.queue, "b", "x");
        assertThat(bed.orderQueue().queues()).containsExactly(bed.queue);
    }

    @Test
    void queue_and_retry_set_together_are_bounded() {
        bed.set("max-backlog", 3);
        bed.push("a", "b");
        bed.redis.opsForZSet().add(QueueKeys.retry(bed.queue), "1|c|5|x", 5);

        assertThat(bed.orderQueue().push(bed.queue, "d", "x")).isEqualTo(new PushResult.Full(3));
        assertThat(bed.queued()).containsExactly("a", "b");
    }

    @Test
    void everything_in_redis_is_text_that_a_person_can_read() {
        bed.push("a", "b");
        RedisSession session = bed.session();
        Taken.Message a = bed.set("batch-size", 1)
                .commands()
                .take(session, bed.queue, "w-1", true)
                .messages()
                .get(0);
        bed.commands()
                .settle(
                        session,
                        bed.queue,
                        "w-1",
                        List.of(),
                        List.of(new ListCommands.Retry(a.raw(), "a", 60_000)),
                        null);
        Taken.Message b =
                bed.commands().take(session, bed.queue, "w-1", true).messages().get(0);
        bed.commands().hold(session, bed.queue, "w-1", b);

        assertThat(bed.redis.opsForSet().members(bed.registry)).containsExactly(bed.queue);
        assertThat(bed.redis.opsForList().range(QueueKeys.processing(bed.queue, "w-1"), 0, -1))
                .singleElement()
                .asString()
                .matches("1\\|b\\|\\d{13}\\|body of b");
        assertThat(bed.redis.opsForZSet().range(QueueKeys.retry(bed.queue), 0, -1))
                .singleElement()
                .asString()
                .matches("1\\|a\\|\\d{13}\\|body of a");
        assertThat(bed.redis.opsForHash().entries(QueueKeys.attempts(bed.queue)))
                .containsOnly(entry("a", "1:1"), entry("b", "1:0:w-1"));
        assertThat(bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), "w-1"))
                .isEqualTo(Math.rint(bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), "w-1")));
    }

    @Test
    void a_push_that_was_done_is_never_told_as_refused_because_the_registry_is() {
        bed.push("first");
        bed.redis.delete(List.of(bed.queue, bed.registry));
        bed.redis.opsForValue().set(bed.registry, "of another type");

        assertThat(bed.orderQueue().push(bed.queue, "a", "x")).isEqualTo(new PushResult.Pushed(1));
        assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "b", "x"))
                .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue());
        assertThat(bed.queued()).containsExactly("a");

        bed.redis.delete(bed.registry);
        assertThat(bed.orderQueue().push(bed.queue, "b", "x")).isEqualTo(new PushResult.Pushed(2));
        assertThat(bed.orderQueue().queues()).containsExactly(bed.queue);
    }

    @Test
    void a_push_in_the_middle_of_somebodys_pipeline_or_transaction_is_done_and_told_at_once() {
        bed.redis.executePipelined(new SessionCallback<Object>() {
            @Override
            public <K, V> Object execute(RedisOperations<K, V> operations) {
                assertThat(bed.orderQueue().push(bed.queue, "a", "x")).isEqualTo(new PushResult.Pushed(1));
                return null;
            }
        });
        bed.redis.execute(new SessionCallback<Object>() {
            @Override
            public <K, V> Object execute(RedisOperations<K, V> operations) {
                operations.multi();
                assertThat(bed.orderQueue().push(bed.queue, "b", "x")).isEqualTo(new PushResult.Pushed(2));
                assertThat(bed.orderQueue().snapshot(bed.queue).queued()).isEqualTo(2);
                assertThat(bed.orderQueue().inHand(bed.queue, 10)).isEmpty();
                assertThat(bed.orderQueue().queues()).containsExactly(bed.queue);
                operations.discard();
                return null;
            }
        });

        assertThat(bed.queued()).containsExactly("a", "b");
    }

    @Test
    void a_message_that_would_be_buried_is_refused() {
        bed.set("max-message-size", "100B");

        assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "a b", "x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "a", "x".repeat(100)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(bed.keys()).isEmpty();
        assertThat(bed.orderQueue().queues()).isEmpty();
    }

    @Test
    void a_snapshot_counts_messages_wherever_they_are() {
        bed.set("batch-size", 2).pushMany(5);
        bed.commands().take(bed.session(), bed.queue, "w-1", true);
        bed.redis.opsForZSet().add(QueueKeys.retry(bed.queue), "1|later|5|x", Long.MAX_VALUE);
        bed.redis.opsForZSet().add(QueueKeys.retry(bed.queue), "1|due|5|x", 5);
        bed.commands().renew(bed.session(), bed.queue, "w", java.util.List.of("w-1"));
        bed.redis.opsForZSet().add(QueueKeys.workers(bed.queue), "dead", 1);

        QueueSnapshot snapshot = bed.orderQueue().snapshot(bed.queue);

        assertThat(snapshot.queued()).isEqualTo(3);
        assertThat(snapshot.inProcessing()).isEqualTo(2);
        assertThat(snapshot.retrying()).isEqualTo(2);
        assertThat(snapshot.retriesDue()).isEqualTo(1);
        assertThat(snapshot.workers()).isEqualTo(1);
        assertThat(snapshot.empty()).isFalse();
    }

    @Test
    void the_age_is_that_of_the_oldest_message_waiting_or_in_hand() {
        long now = System.currentTimeMillis();
        bed.pushRaw(WireFormat.encode("old", now - 60_000, "x"));
        bed.pushRaw(WireFormat.encode("young", now - 10_000, "x"));
        assertThat(bed.orderQueue().snapshot(bed.queue).oldestAgeMillis()).isBetween(60_000L, 100_000L);

        bed.set("batch-size", 1);
        bed.commands().take(bed.session(), bed.queue, "w-1", true);
        assertThat(bed.orderQueue().snapshot(bed.queue).oldestAgeMillis()).isBetween(60_000L, 100_000L);
    }

    @Test
    void a_queue_nobody_knows_is_empty() {
        assertThat(bed.orderQueue().snapshot(bed.queue)).isEqualTo(new QueueSnapshot(bed.queue, 0, 0, 0, 0, -1, 0));
        bed.pushRaw("poison");
        assertThat(bed.orderQueue().snapshot(bed.queue).oldestAgeMillis()).isEqualTo(-1);
    }
}
