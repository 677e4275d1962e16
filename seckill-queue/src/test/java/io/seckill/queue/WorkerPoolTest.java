package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The pool on a real Redis: what becomes of messages when handlers, workers and Redis misbehave. */
class WorkerPoolTest {

    private final TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    private void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void every_message_is_handled_once_and_nothing_is_left_behind() {
        RecordingHandler handler = new RecordingHandler();
        List<String> ids = bed.pushMany(5000);

        bed.start(handler);

        bed.awaitDrained();
        assertThat(handler.done()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(handler.effects.values()).allMatch(count -> count.get() == 1);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_queue_that_appears_later_is_noticed_without_a_restart() {
        RecordingHandler handler = new RecordingHandler();
        bed.start(handler);

        bed.push("first");

        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("first");
    }

    @Test
    void a_delivery_carries_what_the_pusher_wrote() {
        RecordingHandler handler = new RecordingHandler();
        long before = System.currentTimeMillis();
        bed.push("a");
        bed.orderQueue().push(bed.queue, "b", "中文|with|bars");

        bed.start(handler);
        bed.awaitDrained();

        Delivery a = handler.deliveriesOf("a").get(0);
        assertThat(a.queue()).isEqualTo(bed.queue);
        assertThat(a.body()).isEqualTo("body of a");
        assertThat(a.deliveries()).isEqualTo(1);
        assertThat(a.failures()).isZero();
        // Redis and this test share the machine's clock.
        assertThat(a.enqueuedAt()).isBetween(before - 1, System.currentTimeMillis());
        assertThat(new String(a.raw(), StandardCharsets.UTF_8)).isEqualTo("1|a|" + a.enqueuedAt() + "|body of a");
        assertThat(handler.deliveriesOf("b").get(0).body()).isEqualTo("中文|with|bars");
    }

    @Test
    void a_long_queue_does_not_starve_a_short_one() {
        String other = TestBed.newQueueName();
        ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
        bed.set("threads", 1).set("batch-size", 10);
        bed.pushMany(2000);
        bed.pushMany(other, 30);

        bed.start((queue, batch) -> {
            order.add(queue);
            return BatchResult.allDone(batch);
        });

        bed.awaitDrained();
        bed.await().until(() -> bed.orderQueue().snapshot(other).empty());
        List<String> batches = List.copyOf(order);
        assertThat(Collections.frequency(batches, other)).isEqualTo(3);
        assertThat(batches.subList(batches.indexOf(other), batches.lastIndexOf(other) + 1))
                .as("between two batches of the short queue there is one of the long one at most")
                .hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void one_bad_message_does_not_delay_the_good_ones_of_its_batch() {
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            if (batch.stream().anyMatch(delivery -> delivery.messageId().equals("m77"))) {
                throw new IllegalArgumentException("m77 is bad");
            }
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 1).pushMany(200);

        bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.effects).hasSize(199).doesNotContainKey("m77");
        assertThat(handler.effects.values()).allMatch(count -> count.get() == 1);
        assertThat(handler.batches).as("halving, then two retries alone").hasSizeLessThanOrEqualTo(20);
        DeadLetter letter = bed.sink.letter("m77");
        assertThat(letter.reason()).contains("m77 is bad");
        assertThat(letter.failures()).isEqualTo(3);
        assertThat(letter.deliveries()).isEqualTo(3);
    }

    @Test
    void a_message_that_fails_is_tried_again_later_and_counted() {
        AtomicInteger tries = new AtomicInteger();
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            BatchResult.Builder result = BatchResult.builder();
            for (Delivery delivery : batch) {
                if (delivery.messageId().equals("shy") && tries.incrementAndGet() < 3) {
                    result.retry("shy", "not yet");
                } else {
                    result.done(delivery.messageId());
                }
            }
            return result.build();
        });
        bed.push("shy", "a", "b");

        bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).containsExactly("a", "b", "shy");
        assertThat(handler.deliveriesOf("shy").stream().map(Delivery::failures)).containsExactly(0, 1, 2);
        assertThat(handler.deliveriesOf("shy").stream().map(Delivery::deliveries))
                .containsExactly(1, 2, 3);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void after_the_last_failure_a_message_is_buried_with_everything_known_about_it() {
        bed.push("bad");
        Instant before = Instant.now();
        bed.start(
                (queue, batch) -> BatchResult.builder().retry("bad", "it hurts").build());

        bed.awaitDrained();

        DeadLetter letter = bed.sink.letter("bad");
        assertThat(letter.queue()).isEqualTo(bed.queue);
        assertThat(letter.reason()).isEqualTo("it hurts");
        assertThat(letter.failures()).isEqualTo(3);
        assertThat(letter.deliveries()).isEqualTo(3);
        assertThat(new String(letter.raw(), StandardCharsets.UTF_8)).endsWith("|body of bad");
        assertThat(letter.enqueuedAt()).isNotNull().isBefore(letter.buriedAt());
        assertThat(letter.buriedAt()).isAfterOrEqualTo(before);
    }

    @Test
    void a_message_the_handler_calls_dead_is_buried_at_once() {
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            BatchResult.Builder result = BatchResult.builder();
            batch.forEach(delivery -> {
                if (delivery.messageId().equals("b")) {
                    result.dead("b", "nobody wants it");
                } else {
                    result.done(delivery.messageId());
                }
            });
            return result.build();
        });
        bed.push("a", "b", "c");

        bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).containsExactly("a", "c");
        assertThat(bed.sink.letter("b").reason()).isEqualTo("nobody wants it");
        assertThat(bed.sink.letter("b").failures()).isZero();
        assertThat(handler.deliveriesOf("b")).hasSize(1);
    }

    @Test
    void a_message_the_handler_does_not_name_counts_as_failed() {
        bed.push("a", "forgotten");
        bed.start((queue, batch) -> {
            BatchResult.Builder result = BatchResult.builder();
            batch.stream()
                    .map(Delivery::messageId)
                    .filter(id -> !id.equals("forgotten"))
                    .forEach(result::done);
            return result.build();
        });

        bed.awaitDrained();

        assertThat(bed.sink.ids()).containsExactly("forgotten");
        assertThat(bed.sink.letter("forgotten").reason()).contains("named no result");
    }

    @Test
    void poison_is_buried_byte_for_byte_and_never_reaches_the_handler() {
        byte[] large = "1|large|5|".concat("x".repeat(1 << 20)).getBytes(StandardCharsets.UTF_8);
        byte[] notUtf8 = {'1', '|', 'n', '|', '5', '|', (byte) 0xff, 0};
        List<byte[]> poison = List.of(
                new byte[0], "abc".getBytes(), "1:2:3".getBytes(), "2|7|5|new version".getBytes(), large, notUtf8);
        RecordingHandler handler = new RecordingHandler();
        bed.push("before");
        poison.forEach(bed::pushRaw);
        bed.push("after");

        bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).containsExactly("after", "before");
        assertThat(bed.sink.ids()).hasSize(poison.size());
        for (byte[] raw : poison) {
            DeadLetter letter = bed.sink.letter(WireFormat.parse(raw).id());
            assertThat(letter.raw()).isEqualTo(raw);
            assertThat(letter.failures()).isZero();
        }
        assertThat(bed.sink.letter("large").reason()).contains("more than 65536");
        assertThat(bed.sink.letter("large").enqueuedAt()).isEqualTo(Instant.ofEpochMilli(5));
    }

    @Test
    void a_flood_of_poison_is_buried_whole_and_floods_no_log() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.seckill.queue");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        try {
            IntStream.range(0, 500).forEach(i -> bed.pushRaw("poison " + i));
            bed.push("good");

            bed.start(new RecordingHandler());
            bed.awaitDrained();
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(bed.sink.ids()).hasSize(500);
        assertThat(lines.list)
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .filteredOn(line -> line.getFormattedMessage().contains(bed.queue))
                .hasSize(1);
    }

    @Test
    void a_batch_handed_back_returns_in_order_and_counts_nothing() {
        AtomicBoolean away = new AtomicBoolean(true);
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            if (away.get()) {
                throw new HandBackException("the database is down", null);
            }
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 1).set("batch-size", 50).pushMany(100);
        bed.start(handler);
        bed.await().until(() -> handler.batches.size() >= 3);

        away.set(false);
        bed.awaitDrained();

        assertThat(handler.batches).allMatch(batch -> batch.size() == 50);
        assertThat(handler.batches.stream().flatMap(List::stream))
                .allMatch(delivery -> delivery.deliveries() == 1 && delivery.failures() == 0);
        assertThat(handler.batches.stream().map(batch -> batch.get(0).messageId()))
                .startsWith("m1", "m1", "m1")
                .endsWith("m51");
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void what_cannot_be_buried_goes_back_uncounted_until_the_sink_is_there_again() {
        bed.sink.away = true;
        bed.pushRaw("poison");
        bed.push("good");
        WorkerPool pool = bed.start(new RecordingHandler());
        bed.await().until(() -> pool.counters().handedBack.sum() >= 3);

        bed.sink.away = false;
        bed.awaitDrained();

        assertThat(bed.sink.ids()).hasSize(1);
        assertThat(bed.sink.letter(TestBed.id("poison")).deliveries()).isEqualTo(1);
    }

    @Test
    void a_letter_that_was_stored_by_a_worker_that_died_then_is_stored_once() {
        AtomicInteger burials = new AtomicInteger();
        bed.pushRaw("poison");
        WorkerPool pool = new WorkerPool(
                bed.properties(),
                bed.connections,
                new RecordingHandler(),
                letter -> {
                    bed.sink.bury(letter);
                    if (burials.incrementAndGet() == 1) {
                        throw new StackOverflowError("after the letter was stored");
                    }
                },
                java.time.Clock.systemUTC());
        pool.start();

        bed.awaitDrained();
        pool.stop();

        assertThat(burials).hasValue(2);
        assertThat(bed.sink.ids()).containsExactly(TestBed.id("poison"));
    }

    @Test
    void a_stop_under_load_leaves_every_message_handled_or_queued() {
        RecordingHandler handler = new RecordingHandler();
        bed.set("batch-size", 20).pushMany(20_000);
        WorkerPool pool = bed.start(handler);
        bed.await().until(() -> handler.effects.size() > 1000);

        pool.stop();

        assertThat(bed.keys())
                .noneMatch(key -> key.contains(":processing:"))
                .doesNotContain(QueueKeys.workers(bed.queue));
        assertThat(bed.queued()).doesNotContainAnyElementsOf(handler.done());
        assertThat(bed.queued().size() + handler.effects.size()).isEqualTo(20_000);
    }

    @Test
    void commands_before_the_acknowledgement_run_before_it() {
        String key = bed.queue + ":states";
        // The message still counts as in hand while the step runs: the step itself looks.
        String look = "redis.call('RPUSH', KEYS[1], redis.call('ZCARD', KEYS[2])) return 1";
        bed.push("a");

        bed.start((queue, batch) -> BatchResult.allDone(batch)
                .withBeforeAck(connection -> connection
                        .scriptingCommands()
                        .eval(
                                look.getBytes(StandardCharsets.UTF_8),
                                org.springframework.data.redis.connection.ReturnType.INTEGER,
                                2,
                                LuaScript.bytes(key),
                                LuaScript.bytes(QueueKeys.workers(queue)))));
        bed.awaitDrained();

        assertThat(bed.redis.opsForList().range(key, 0, -1)).containsExactly("1");
    }

    @Test
    void a_step_that_throws_makes_its_messages_fail_and_is_never_skipped() {
        bed.push("a");

        bed.start((queue, batch) -> BatchResult.allDone(batch).withBeforeAck(connection -> {
            throw new IllegalStateException("cannot write the state");
        }));
        bed.await().until(() -> bed.attempts("a") != null && bed.attempts("a").endsWith(":2"));

        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_worker_killed_by_an_error_is_replaced_and_its_batch_comes_again() {
        AtomicInteger calls = new AtomicInteger();
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            if (calls.incrementAndGet() == 1) {
                throw new StackOverflowError("simulated");
            }
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 2).pushMany(10);
        WorkerPool pool = bed.start(handler);

        bed.awaitDrained();

        assertThat(handler.done()).hasSize(10);
        assertThat(pool.counters().workersDied.sum()).isEqualTo(1);
        bed.await().until(() -> pool.liveWorkers() == 2);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_message_that_kills_every_worker_buries_only_itself() {
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            if (batch.stream().anyMatch(delivery -> delivery.messageId().equals("m5"))) {
                throw new OutOfMemoryError("simulated");
            }
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 2).pushMany(10);

        WorkerPool pool = bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).hasSize(9);
        assertThat(bed.sink.ids()).containsExactly("m5");
        assertThat(bed.sink.letter("m5").reason()).contains("delivered 10 times");
        assertThat(bed.sink.letter("m5").failures()).isZero();
        assertThat(pool.counters().workersDied.sum()).isEqualTo(10);
    }

    @Test
    void an_interrupt_left_behind_by_a_handler_does_not_stop_the_worker() {
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            Thread.currentThread().interrupt();
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 1).set("batch-size", 1).pushMany(5);

        WorkerPool pool = bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).hasSize(5);
        assertThat(pool.counters().workersDied.sum()).isZero();
    }

    @Test
    void what_a_vanished_process_held_is_handled_by_another_after_its_lease() {
        bed.set("lease", "1s").pushMany(5);
        RedisSession vanished = bed.session();
        bed.commands().take(vanished, bed.queue, "dead-1", true);
        RecordingHandler handler = new RecordingHandler();

        WorkerPool pool = bed.start(handler);
        bed.awaitDrained();

        assertThat(handler.done()).hasSize(5);
        assertThat(handler.batches).as("delivered before, hence alone").allMatch(batch -> batch.size() == 1);
        assertThat(pool.counters().recovered.sum()).isEqualTo(5);
    }

    @Test
    void a_slow_handler_keeps_its_lease_while_others_look_for_stalled_work() throws Exception {
        bed.set("lease", "1s");
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            held.countDown();
            await(release);
            return BatchResult.allDone(batch);
        });
        RecordingHandler idle = new RecordingHandler();
        bed.push("slow");
        bed.start(handler);
        await(held);
        WorkerPool other = bed.start(idle);
        String holder = bed.keys().stream()
                .filter(key -> key.contains(":processing:"))
                .map(key -> key.substring(key.indexOf(":processing:") + 12))
                .findFirst()
                .orElseThrow();
        double first = bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), holder);

        // Renewed beyond where the first lease ended, and that is over.
        bed.await().until(() -> bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), holder) > first + 1200);
        release.countDown();
        bed.awaitDrained();

        assertThat(idle.batches).isEmpty();
        assertThat(other.counters().recovered.sum()).isZero();
        assertThat(handler.effects.get("slow")).hasValue(1);
    }

    @Test
    void while_every_handler_hangs_leases_are_kept_and_what_the_dead_held_goes_back() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bed.set("lease", "1s").set("threads", 1).push("left");
        bed.commands().take(bed.session(), bed.queue, "dead-1", true);
        bed.push("hangs");
        WorkerPool pool = bed.start((queue, batch) -> {
            held.countDown();
            await(release);
            return BatchResult.allDone(batch);
        });
        await(held);

        bed.await().until(() -> bed.queued().equals(List.of("left")));
        assertThat(pool.counters().recovered.sum()).isEqualTo(1);
        assertThat(pool.counters().leasesLost.sum()).isZero();
        release.countDown();
        bed.awaitDrained();
    }

    @Test
    void a_worker_that_wakes_after_its_lease_acknowledges_nothing_of_the_new_owners() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            if (calls.incrementAndGet() == 1) {
                held.countDown();
                await(release);
            }
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 1).push("a");
        bed.start(handler);
        await(held);
        String holder = holder();
        // As another process does after the lease.
        bed.commands().recover(bed.session(), bed.queue, holder, true);
        bed.commands().take(bed.session(), bed.queue, "other-1", true);

        release.countDown();
        bed.await().until(() -> handler.done().contains("a"));

        assertThat(bed.inList("other-1")).containsExactly("a");
        assertThat(bed.attempts("a")).isEqualTo("2:0");
    }

    @Test
    void a_lease_that_ended_is_noticed_while_its_worker_lives() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        bed.set("lease", "1s").set("threads", 1).push("a");
        WorkerPool pool = bed.start((queue, batch) -> {
            held.countDown();
            await(release);
            return BatchResult.allDone(batch);
        });
        await(held);

        bed.redis.opsForZSet().remove(QueueKeys.workers(bed.queue), holder());

        bed.await().until(() -> pool.counters().leasesLost.sum() >= 1);
        release.countDown();
        bed.awaitDrained();
    }

    @Test
    void busy_workers_are_not_taken_for_ones_that_lost_their_lease() {
        bed.set("lease", "1s").set("batch-size", 5).pushMany(20_000);

        WorkerPool pool = bed.start((queue, batch) -> BatchResult.allDone(batch));

        bed.awaitDrained();
        assertThat(pool.counters().leasesLost.sum()).isZero();
    }

    @Test
    void a_worker_that_wakes_after_its_lease_buries_nothing_of_the_new_owners() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            held.countDown();
            await(release);
            return BatchResult.builder().dead("a", "came too late").build();
        });
        bed.set("threads", 1).push("a");
        WorkerPool pool = bed.start(handler);
        await(held);
        bed.commands().recover(bed.session(), bed.queue, holder(), true);
        bed.commands().take(bed.session(), bed.queue, "other-1", true);

        release.countDown();
        bed.push("b");
        bed.await().until(() -> handler.deliveriesOf("b").size() > 0);

        pool.stop();
        assertThat(bed.sink.ids()).isEmpty();
        assertThat(bed.inList("other-1")).containsExactly("a");
    }

    /** The one worker of the one pool that has something in hand. */
    private String holder() {
        return bed.redis.opsForZSet().range(QueueKeys.workers(bed.queue), 0, -1).stream()
                .filter(name -> name.endsWith("-1"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_stop_waits_for_the_batch_in_hand_takes_nothing_new_and_signs_off() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            held.countDown();
            await(release);
            return BatchResult.allDone(batch);
        });
        bed.set("threads", 1).set("batch-size", 2).pushMany(5);
        WorkerPool pool = bed.start(handler);
        await(held);
        bed.await().until(() -> bed.orderQueue().snapshot(bed.queue).workers() == 1);

        Thread stop = new Thread(pool::stop);
        stop.start();
        bed.await().until(() -> stop.getState() == Thread.State.TIMED_WAITING);
        release.countDown();
        stop.join(20_000);

        assertThat(stop.isAlive()).isFalse();
        assertThat(handler.done()).containsExactly("m1", "m2");
        assertThat(bed.queued()).containsExactly("m3", "m4", "m5");
        assertThat(bed.keys()).containsExactly(bed.queue);
        assertThat(pool.isRunning()).isFalse();
        assertThat(pool.liveWorkers()).isZero();
    }

    @Test
    void a_stop_returns_what_is_not_finished_within_the_grace_time() throws Exception {
        CountDownLatch held = new CountDownLatch(2);
        bed.set("grace", "50ms").set("threads", 2).set("batch-size", 2).pushMany(5);
        WorkerPool pool = bed.start((queue, batch) -> {
            held.countDown();
            new CountDownLatch(1).await();
            return BatchResult.allDone(batch);
        });
        await(held);

        pool.stop();

        assertThat(bed.queued()).containsExactlyInAnyOrder("m1", "m2", "m3", "m4", "m5");
        assertThat(bed.keys()).as("nothing was tried, so nothing is counted").containsExactly(bed.queue);
    }

    @Test
    void a_stop_returns_even_what_a_handler_deaf_to_interrupts_holds() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        bed.set("grace", "50ms").set("threads", 1).pushMany(3);
        WorkerPool pool = bed.start((queue, batch) -> {
            held.countDown();
            while (!over.get()) {
                Thread.onSpinWait();
            }
            return BatchResult.allDone(batch);
        });
        await(held);

        pool.stop();
        over.set(true);

        assertThat(bed.queued()).containsExactly("m1", "m2", "m3");
        assertThat(bed.keys()).containsExactlyInAnyOrder(bed.queue, QueueKeys.attempts(bed.queue));
    }

    @Test
    void a_stopped_pool_can_be_started_again() {
        RecordingHandler handler = new RecordingHandler();
        WorkerPool pool = bed.start(handler);
        pool.stop();
        bed.push("a");

        pool.start();

        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("a");
    }

    @Test
    void a_process_never_comes_back_under_the_name_of_another() {
        bed.orderQueue().register(bed.queue);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            WorkerPool pool = bed.start(new RecordingHandler());
            bed.await().until(() -> bed.orderQueue().snapshot(bed.queue).workers() == 1);
            names.addAll(bed.redis.opsForZSet().range(QueueKeys.workers(bed.queue), 0, -1));
            pool.stop();
        }

        assertThat(names).hasSize(2).doesNotHaveDuplicates().allMatch(name -> name.matches("[0-9a-f]{12}"));
    }

    @Test
    void a_paused_pool_takes_nothing_until_it_is_resumed() {
        RecordingHandler handler = new RecordingHandler();
        WorkerPool pool = bed.start(handler);
        bed.push("first");
        bed.awaitDrained();

        pool.pause();
        bed.push("second");
        bed.await().during(Duration.ofMillis(300)).until(() -> bed.queued().size() == 1);
        pool.resume();

        bed.awaitDrained();
        assertThat(handler.done()).containsExactly("first", "second");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void the_number_of_workers_can_change_while_they_work(int wanted) {
        RecordingHandler handler = new RecordingHandler();
        bed.set("threads", 3).pushMany(2000);
        WorkerPool pool = bed.start(handler);

        pool.resize(wanted);

        bed.await().until(() -> pool.liveWorkers() == wanted);
        bed.awaitDrained();
        assertThat(handler.effects).hasSize(2000);
    }

    @Test
    void two_processes_share_a_queue_without_doubles() {
        RecordingHandler one = new RecordingHandler();
        RecordingHandler two = new RecordingHandler();
        bed.set("batch-size", 20);
        bed.start(one);
        bed.start(two);
        bed.pushMany(4000);

        bed.awaitDrained();

        Map<String, Integer> effects = new ConcurrentHashMap<>();
        one.effects.forEach((id, count) -> effects.merge(id, count.get(), Integer::sum));
        two.effects.forEach((id, count) -> effects.merge(id, count.get(), Integer::sum));
        assertThat(effects).hasSize(4000);
        assertThat(effects.values()).allMatch(count -> count == 1);
    }

    @Test
    void the_same_message_pushed_many_times_is_handled_and_nothing_remains() {
        RecordingHandler handler = new RecordingHandler();
        IntStream.range(0, 200).forEach(i -> bed.pushRaw("1|same|5|x"));

        bed.start(handler);

        bed.awaitDrained();
        assertThat(handler.batches).allMatch(batch -> batch.size() == 1);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void copies_in_more_hands_than_there_are_deliveries_bury_nothing() throws Exception {
        CountDownLatch allHold = new CountDownLatch(14);
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            allHold.countDown();
            await(allHold);
            return BatchResult.allDone(batch);
        });
        IntStream.range(0, 14).forEach(i -> bed.pushRaw("1|same|5|x"));
        bed.set("threads", 14).set("max-deliveries", 3);

        bed.start(handler);

        bed.awaitDrained();
        assertThat(bed.sink.ids()).isEmpty();
        assertThat(handler.effects.get("same")).hasValue(14);
    }

    @Test
    void a_queue_whose_key_is_something_else_does_not_stop_the_others() {
        String broken = TestBed.newQueueName();
        bed.redis.opsForValue().set(broken, "not a list");
        bed.orderQueue().register(broken);
        RecordingHandler handler = new RecordingHandler();
        bed.start(handler);
        bed.pushMany(50);

        bed.awaitDrained();
        assertThat(handler.effects).hasSize(50);
        assertThat(bed.redis.opsForValue().get(broken)).isEqualTo("not a list");

        bed.redis.delete(broken);
        bed.pushMany(broken, 3);
        bed.await().until(() -> bed.orderQueue().snapshot(broken).empty());
    }

    @Test
    void scripts_that_the_server_forgot_are_sent_again_over_connections_that_were_there_before() {
        RecordingHandler handler = new RecordingHandler();
        try (RedisServer own = TestBed.newServer();
                TestBed here = new TestBed(own)) {
            here.orderQueue().register(here.queue);
            here.set("threads", 4).start(handler);
            int shared = 1;
            int pollerAndCaretaker = 2;
            here.await().until(() -> info(here, "clients", "connected_clients") == shared + pollerAndCaretaker + 4);
            long opened = info(here, "stats", "total_connections_received");
            for (int round = 1; round <= 5; round++) {
                here.redis.execute(
                        connection -> {
                            connection.scriptingCommands().scriptFlush();
                            return null;
                        },
                        true);
                here.push("r" + round);
                here.awaitDrained();
            }
            assertThat(info(here, "stats", "total_connections_received")).isEqualTo(opened);
        }
        assertThat(handler.done()).hasSize(5);
        assertThat(handler.batches).hasSize(5);
    }

    private static long info(TestBed bed, String section, String name) {
        return Long.parseLong(bed.redis
                .execute(connection -> connection.serverCommands().info(section), true)
                .getProperty(name));
    }

    @Test
    void a_take_whose_reply_was_lost_is_found_by_the_worker_itself() {
        RedisServer server = TestBed.shared();
        RecordingHandler handler = new RecordingHandler();
        try (FaultProxy proxy = FaultProxy.to(server.host(), server.port())) {
            WorkerPool pool =
                    bed.set("lease", "1h").pool(bed.connect(proxy.host(), proxy.port(), server.password()), handler);
            pool.start();
            bed.push("warm");
            bed.awaitDrained();

            proxy.resetReplies();
            List<String> ids = bed.pushMany(10);
            long lost = proxy.repliesLost();
            bed.await().until(() -> proxy.repliesLost() > lost + 3);
            proxy.pass();
            bed.awaitDrained();

            assertThat(handler.done()).containsAll(ids);
            assertThat(handler.effects).hasSize(11);
            assertThat(handler.batches.stream().flatMap(List::stream))
                    .as("a batch that was never in a handler's hands is not counted twice")
                    .allMatch(delivery -> delivery.deliveries() == 1);
            assertThat(pool.counters().recovered.sum()).isZero();
            pool.stop();
        }
    }

    @Test
    void redis_may_be_away_at_the_start_and_later() {
        RecordingHandler handler = new RecordingHandler();
        try (RedisServer own = TestBed.newServerThatSyncs();
                TestBed here = new TestBed(own)) {
            here.push("a");
            own.kill9();
            here.start(handler);
            own.restart();
            here.awaitDrained();

            here.push("b");
            here.awaitDrained();
            own.kill9();
            own.restart();
            here.await().ignoreExceptions().untilAsserted(() -> {
                here.orderQueue().push(here.queue, "c", "x");
            });
            here.awaitDrained();
        }
        assertThat(handler.done()).containsExactly("a", "b", "c");
    }

    @Test
    void a_full_redis_can_still_be_drained() {
        RecordingHandler handler = new RecordingHandler((queue, batch) -> {
            BatchResult.Builder result = BatchResult.builder();
            for (Delivery delivery : batch) {
                if (delivery.failures() == 0 && delivery.messageId().endsWith("7")) {
                    result.retry(delivery.messageId(), "once more");
                } else {
                    result.done(delivery.messageId());
                }
            }
            return result.build();
        });
        try (RedisServer own = TestBed.newServer();
                TestBed here = new TestBed(own)) {
            here.pushMany(3000);
            here.redis.execute(
                    connection -> {
                        connection.serverCommands().setConfig("maxmemory", "1");
                        return null;
                    },
                    true);
            assertThatThrownBy(() -> here.orderQueue().push(here.queue, "no", "x"))
                    .rootCause()
                    .hasMessageContaining("OOM");

            here.start(handler);

            here.awaitDrained();
        }
        assertThat(handler.effects).hasSize(3000);
        assertThat(bed.sink.ids()).isEmpty();
    }
}
