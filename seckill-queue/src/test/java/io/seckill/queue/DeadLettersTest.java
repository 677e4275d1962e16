package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator does with dead letters, and what becomes of it when it is done twice, late, or half. */
class DeadLettersTest {

    private final TestBed bed = new TestBed();
    private final AtomicBoolean bad = new AtomicBoolean(true);
    private final RecordingHandler handler = new RecordingHandler((queue, batch) -> {
        if (bad.get()) {
            throw new IllegalStateException("not now");
        }
        return BatchResult.allDone(batch);
    });

    @AfterEach
    void close() {
        bed.close();
    }

    private DeadLetters letters(DeadLetterEffects... effects) {
        return new DeadLetters(bed.sink, bed.orderQueue(), bed.properties(), List.of(effects), Clock.systemUTC());
    }

    private WorkerPool buried(String... ids) {
        bed.push(ids);
        WorkerPool pool = bed.start(handler);
        bed.awaitDrained();
        assertThat(bed.sink.ids()).containsExactlyInAnyOrder(ids);
        return pool;
    }

    @Test
    void a_replayed_message_is_handled_with_its_counts_at_zero() {
        buried("a");
        bad.set(false);

        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Settled());
        bed.awaitDrained();

        assertThat(handler.done()).containsExactly("a");
        List<Delivery> deliveries = handler.deliveriesOf("a");
        Delivery last = deliveries.get(deliveries.size() - 1);
        assertThat(last.deliveries()).isEqualTo(1);
        assertThat(last.failures()).isZero();
        assertThat(last.raw()).isEqualTo(bed.sink.letter("a").raw());
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.REPLAYED);
    }

    @Test
    void of_many_clicks_on_replay_one_pushes() throws Exception {
        WorkerPool pool = buried("a");
        pool.stop();
        CyclicBarrier barrier = new CyclicBarrier(8);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<DeadLetterOutcome>> clicks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clicks.add(threads.submit(() -> {
                DeadLetters mine = letters();
                barrier.await(20, TimeUnit.SECONDS);
                return mine.replay("a");
            }));
        }

        int settled = 0;
        for (Future<DeadLetterOutcome> click : clicks) {
            settled += click.get(20, TimeUnit.SECONDS) instanceof DeadLetterOutcome.Settled ? 1 : 0;
        }
        threads.shutdownNow();

        assertThat(settled).isEqualTo(1);
        assertThat(bed.queued()).containsExactly("a");
    }

    @Test
    void a_replay_that_died_after_the_push_is_completed_and_pushes_nothing_more() {
        buried("a").stop();
        bed.sink.change("a", DeadLetterState.OPEN, DeadLetterState.REPLAYING, () -> {});
        bed.orderQueue().replay(bed.sink.letter("a"));

        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Refused("it is being replayed"));
        bed.sink.clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-1));
        bed.sink.change("a", DeadLetterState.REPLAYING, DeadLetterState.REPLAYING, () -> {});
        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Settled());

        assertThat(bed.queued()).containsExactly("a");
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.REPLAYED);
    }

    @Test
    void a_replayed_message_that_fails_again_is_an_open_letter_again() {
        buried("a");

        letters().replay("a");

        bed.await().until(() -> bed.sink.state("a") == DeadLetterState.OPEN);
        bed.awaitDrained();
        assertThat(bed.sink.letter("a").failures()).isEqualTo(3);
        assertThat(handler.deliveriesOf("a")).hasSize(6);
    }

    @Test
    void a_replay_before_the_burier_has_let_go_is_refused_and_loses_nothing() {
        List<DeadLetterOutcome> early = new CopyOnWriteArrayList<>();
        bed.sink.afterBurial = () -> early.add(letters().replay("a"));
        buried("a");

        assertThat(early).first().isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.OPEN);

        bad.set(false);
        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Settled());
        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("a");
    }

    /** Whoever lets go of a message forgets its counts; if it was lost from his hands, nobody ever does. */
    @ParameterizedTest
    @ValueSource(strings = {"3:2:gone-1", "3:2", "spoilt"})
    void counts_of_a_message_that_is_nowhere_forbid_no_replay(String counts) {
        buried("a");
        bad.set(false);
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "a", counts);

        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Settled());

        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("a");
        assertThat(bed.redis.hasKey(QueueKeys.attempts(bed.queue))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"queue", "retry", "own hand", "a hand without lease"})
    void a_message_with_counts_is_not_replayed_wherever_it_is(String place) {
        buried("a").stop();
        String raw = new String(bed.sink.letter("a").raw(), StandardCharsets.UTF_8);
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "a", place.contains("hand") ? "2:0:w-1" : "2:0");
        switch (place) {
            case "queue" -> bed.redis.opsForList().leftPush(bed.queue, raw);
            case "retry" -> bed.redis.opsForZSet().add(QueueKeys.retry(bed.queue), raw, 1e15);
            case "own hand" -> {
                bed.redis.opsForList().leftPush(QueueKeys.processing(bed.queue, "w-1"), raw);
                bed.redis.opsForZSet().add(QueueKeys.workers(bed.queue), "w-1", 1e15);
            }
            default -> bed.redis.opsForList().leftPush(QueueKeys.processing(bed.queue, "w-1"), raw);
        }

        assertThat(letters().replay("a"))
                .isEqualTo(new DeadLetterOutcome.Refused("its message is still in hand, or in the queue"));
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.OPEN);
    }

    @Test
    void what_could_only_be_buried_again_is_not_replayed() {
        bed.pushRaw("abc");
        bed.start(handler);
        bed.awaitDrained();

        DeadLetterOutcome outcome = letters().replay(TestBed.id("abc"));

        assertThat(outcome).isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(bed.sink.state(TestBed.id("abc"))).isEqualTo(DeadLetterState.OPEN);
        assertThat(bed.keys()).noneMatch(bed.queue::equals);
    }

    @Test
    void a_void_settles_what_the_message_stood_for_once() {
        buried("a");
        Map<String, Integer> given = new ConcurrentHashMap<>();
        DeadLetters letters = letters(new DeadLetterEffects() {
            @Override
            public void voided(StoredDeadLetter letter) {
                given.merge(letter.messageId(), 1, Integer::sum);
            }
        });

        assertThat(letters.voidOut("a")).isEqualTo(new DeadLetterOutcome.Settled());
        assertThat(letters.voidOut("a")).isEqualTo(new DeadLetterOutcome.Refused("it was voided already"));
        assertThat(letters.replay("a")).isEqualTo(new DeadLetterOutcome.Refused("it was voided"));

        assertThat(given).containsExactly(Map.entry("a", 1));
        assertThat(bed.queued()).isEmpty();
    }

    @Test
    void a_replayed_letter_is_neither_replayed_nor_voided() {
        buried("a").stop();
        letters().replay("a");

        assertThat(letters().replay("a")).isEqualTo(new DeadLetterOutcome.Refused("it was replayed already"));
        assertThat(letters().voidOut("a"))
                .isEqualTo(new DeadLetterOutcome.Refused("its message is in the queue again, or was"));
        assertThat(bed.queued()).containsExactly("a");
    }

    @Test
    void what_the_message_stood_for_may_forbid_both() {
        buried("a").stop();
        DeadLetters letters = letters(new DeadLetterEffects() {
            @Override
            public void replaying(StoredDeadLetter letter) {
                throw new DeadLetterRefusedException("its units are gone");
            }

            @Override
            public void voided(StoredDeadLetter letter) {
                throw new DeadLetterRefusedException("it is stored");
            }
        });

        assertThat(letters.replay("a")).isEqualTo(new DeadLetterOutcome.Refused("its units are gone"));
        assertThat(letters.voidOut("a")).isEqualTo(new DeadLetterOutcome.Refused("it is stored"));
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.OPEN);
        assertThat(bed.queued()).isEmpty();
    }

    @Test
    void a_replay_that_breaks_before_the_push_leaves_the_letter_open() {
        buried("a").stop();
        DeadLetters letters = letters(new DeadLetterEffects() {
            @Override
            public void replaying(StoredDeadLetter letter) {
                throw new IllegalStateException("away");
            }
        });

        assertThatThrownBy(() -> letters.replay("a")).hasMessage("away");
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.OPEN);
    }

    @Test
    void letters_are_listed_by_page_newest_first() {
        buried("a", "b", "c");
        letters().voidOut("b");

        List<StoredDeadLetter> first = letters().page(new DeadLetterQuery(null, bed.queue, Long.MAX_VALUE, 2));
        List<StoredDeadLetter> second =
                letters().page(new DeadLetterQuery(null, bed.queue, first.get(1).number(), 2));

        assertThat(first).hasSize(2);
        assertThat(second).hasSize(1);
        assertThat(letters().page(DeadLetterQuery.newest(DeadLetterState.VOIDED, 10)))
                .extracting(StoredDeadLetter::messageId)
                .containsExactly("b");
        assertThat(letters().find("b").orElseThrow().state()).isEqualTo(DeadLetterState.VOIDED);
        assertThat(letters().replay("nobody")).isEqualTo(new DeadLetterOutcome.NotFound());
        assertThat(letters().voidOut("nobody")).isEqualTo(new DeadLetterOutcome.NotFound());
    }

    @Test
    void a_message_in_hand_is_seen_with_its_owner_and_age_and_can_be_buried() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bed.push("a");
        WorkerPool pool = bed.set("threads", 1).start((queue, batch) -> {
            held.countDown();
            assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
            throw new IllegalStateException("too late");
        });
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();

        InHand inHand = bed.orderQueue().inHand(bed.queue, 10).get(0);
        assertThat(inHand.messageId()).isEqualTo("a");
        assertThat(inHand.worker()).endsWith("-1");
        assertThat(inHand.leaseMillis()).isPositive();
        assertThat(inHand.ageMillis()).isNotNegative();
        assertThat(inHand.deliveries()).isEqualTo(1);

        assertThat(letters().bury(bed.queue, "a", "it hangs")).isEqualTo(new DeadLetterOutcome.Settled());
        release.countDown();
        bed.awaitDrained();
        pool.stop();

        assertThat(bed.sink.letter("a").reason()).isEqualTo("it hangs");
        assertThat(bed.sink.state("a")).isEqualTo(DeadLetterState.OPEN);
        assertThat(letters().bury(bed.queue, "a", "again")).isEqualTo(new DeadLetterOutcome.NotFound());
    }

    @Test
    void a_message_that_waits_for_another_try_can_be_buried() {
        bed.set("backoff-initial", "1h").set("backoff-max", "1h").push("a");
        bed.start(handler);
        bed.await().until(() -> bed.orderQueue().snapshot(bed.queue).retrying() == 1);

        assertThat(letters().bury(bed.queue, "a", "no use")).isEqualTo(new DeadLetterOutcome.Settled());

        bed.awaitDrained();
        assertThat(bed.sink.letter("a").failures()).isEqualTo(1);
    }
}
