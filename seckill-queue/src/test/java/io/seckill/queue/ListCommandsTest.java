package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts one by one, on a real Redis. */
class ListCommandsTest {

    private final TestBed bed = new TestBed();
    private final RedisSession session = bed.session();

    @AfterEach
    void close() {
        bed.close();
    }

    private Taken take(String worker) {
        return bed.commands().take(session, bed.queue, worker, true);
    }

    private static List<String> ids(Taken taken) {
        return taken.messages().stream().map(Taken.Message::id).toList();
    }

    @Test
    void a_take_moves_the_oldest_messages_into_the_workers_list() {
        bed.set("batch-size", 3).pushMany(5);

        Taken taken = take("w-1");

        assertThat(ids(taken)).containsExactly("m1", "m2", "m3");
        assertThat(taken.left()).isEqualTo(2);
        assertThat(taken.messages()).allMatch(message -> message.deliveries() == 1 && message.failures() == 0);
        assertThat(bed.queued()).containsExactly("m4", "m5");
        assertThat(bed.inList("w-1")).containsExactly("m3", "m2", "m1");
        assertThat(bed.attempts("m1")).as("in hand for the first time").isNull();
        assertThat(bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), "w-1"))
                .isGreaterThan(System.currentTimeMillis());
    }

    @Test
    void who_may_take_no_suspect_puts_it_off_and_takes_what_is_behind_it() {
        bed.set("batch-size", 1).pushMany(3);
        for (int delivery = 1; delivery <= 2; delivery++) {
            assertThat(ids(take("w-1"))).containsExactly("m1");
            bed.commands().recover(session, bed.queue, "w-1", true);
        }
        bed.set("batch-size", 200);

        Taken behind = bed.commands().take(session, bed.queue, "w-2", false);

        assertThat(ids(behind)).containsExactly("m2", "m3");
        assertThat(behind.suspect()).isFalse();
        assertThat(bed.orderQueue().snapshot(bed.queue).retrying()).isEqualTo(1);
        assertThat(bed.attempts("m1")).as("put off, not delivered").isEqualTo("2:0");
        bed.await().until(() -> bed.commands().peek(session, bed.queue).ready() == 1);
        Taken suspect = take("w-3");
        assertThat(ids(suspect)).containsExactly("m1");
        assertThat(suspect.messages().get(0).deliveries()).isEqualTo(3);
        assertThat(suspect.suspect()).isTrue();
        assertThat(bed.redis.hasKey(QueueKeys.retry(bed.queue))).isFalse();
    }

    @Test
    void a_take_from_an_empty_queue_writes_nothing() {
        assertThat(take("w-1").messages()).isEmpty();
        assertThat(bed.keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {49, 50, 51, 100, 999, 1000})
    void a_batch_may_have_any_size_up_to_a_thousand(int size) {
        bed.set("batch-size", size);
        List<String> pushed = bed.pushMany(1001);

        Taken taken = take("w-1");

        assertThat(ids(taken)).isEqualTo(pushed.subList(0, size));
        assertThat(bed.queued()).isEqualTo(pushed.subList(size, 1001));
        bed.commands().settle(session, bed.queue, "w-1", taken.messages(), List.of(), null);
        assertThat(bed.inList("w-1")).isEmpty();
    }

    @Test
    void a_batch_whose_reply_was_lost_is_answered_again_whole_and_uncounted() {
        bed.pushMany(3);
        take("w-1");
        bed.push("later");

        Taken again = take("w-1");

        assertThat(ids(again)).containsExactly("m1", "m2", "m3");
        assertThat(again.messages()).allMatch(message -> message.deliveries() == 1);
        assertThat(bed.queued()).containsExactly("later");
    }

    @Test
    void a_message_that_was_delivered_before_is_taken_alone() {
        bed.pushMany(4);
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m2", "1:0");

        assertThat(ids(take("w-1"))).containsExactly("m1");
        Taken second = take("w-2");
        assertThat(ids(second)).containsExactly("m2");
        assertThat(second.messages().get(0).deliveries()).isEqualTo(2);
        assertThat(ids(take("w-3"))).containsExactly("m3", "m4");
    }

    @Test
    void a_batch_holds_an_id_once() {
        bed.push("a", "b");
        bed.pushRaw("1|a|5|another body");

        assertThat(ids(take("w-1"))).containsExactly("a", "b");
        assertThat(ids(take("w-2"))).containsExactly("a");
    }

    @Test
    void a_batch_stays_below_its_bytes_unless_one_message_alone_is_larger() {
        String half = "x".repeat(600_000);
        bed.pushRaw("1|a|5|" + half);
        bed.pushRaw("1|b|5|" + half);
        bed.pushRaw("1|c|5|" + half + half);

        assertThat(ids(take("w-1"))).containsExactly("a");
        assertThat(ids(take("w-2"))).containsExactly("b");
        assertThat(ids(take("w-3"))).containsExactly("c");
    }

    @Test
    void an_acknowledgement_leaves_nothing_behind() {
        bed.pushMany(3);
        Taken taken = take("w-1");

        bed.commands().settle(session, bed.queue, "w-1", taken.messages(), List.of(), null);

        bed.assertDrained();
        assertThat(bed.keys()).isEmpty();
    }

    @Test
    void messages_are_acknowledged_one_by_one_in_any_order() {
        bed.pushMany(3);
        List<Taken.Message> messages = take("w-1").messages();
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m1", "1:0:w-1");
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m3", "1:0:w-1");

        for (int i : new int[] {1, 0}) {
            bed.commands().settle(session, bed.queue, "w-1", List.of(messages.get(i)), List.of(), null);
        }

        assertThat(bed.inList("w-1")).containsExactly("m3");
        assertThat(bed.attempts("m1")).isNull();
        assertThat(bed.attempts("m3")).isEqualTo("1:0");
    }

    @Test
    void a_late_acknowledgement_leaves_the_message_and_its_counts_to_the_new_owner() {
        bed.pushMany(1);
        Taken taken = take("w-1");
        bed.commands().recover(session, bed.queue, "w-1", true);
        take("w-2");

        bed.commands().settle(session, bed.queue, "w-1", taken.messages(), List.of(), null);

        assertThat(bed.inList("w-2")).containsExactly("m1");
        assertThat(bed.attempts("m1")).isEqualTo("2:0");
    }

    @Test
    void a_retry_moves_the_message_counts_the_failure_and_comes_back_when_it_is_due() {
        bed.pushMany(2);
        List<Taken.Message> messages = take("w-1").messages();
        ListCommands.Retry retry =
                new ListCommands.Retry(messages.get(0).raw(), messages.get(0).id(), 1);

        bed.commands().settle(session, bed.queue, "w-1", List.of(messages.get(1)), List.of(retry), null);
        bed.commands().settle(session, bed.queue, "w-1", List.of(), List.of(retry), null);

        assertThat(bed.attempts("m1")).isEqualTo("1:1");
        bed.push("fresh");
        bed.await().until(() -> bed.commands().peek(session, bed.queue).ready() == 2);
        Taken again = take("w-1");
        assertThat(ids(again)).containsExactly("m1");
        assertThat(again.messages().get(0).deliveries()).isEqualTo(2);
        assertThat(again.messages().get(0).failures()).isEqualTo(1);
        assertThat(bed.redis.hasKey(QueueKeys.retry(bed.queue))).isFalse();
    }

    @Test
    void a_retry_by_a_worker_that_lost_the_message_moves_nothing() {
        bed.pushMany(1);
        Taken.Message message = take("w-1").messages().get(0);
        bed.commands().recover(session, bed.queue, "w-1", true);

        bed.commands()
                .settle(
                        session,
                        bed.queue,
                        "w-1",
                        List.of(),
                        List.of(new ListCommands.Retry(message.raw(), message.id(), 1)),
                        null);

        assertThat(bed.queued()).containsExactly("m1");
        assertThat(bed.redis.hasKey(QueueKeys.retry(bed.queue))).isFalse();
        assertThat(bed.attempts("m1")).isEqualTo("1:0");
    }

    @Test
    void handing_back_keeps_the_order_and_counts_nothing() {
        bed.set("batch-size", 4).pushMany(6);
        Taken taken = take("w-1");

        bed.commands().handBack(session, bed.queue, "w-1", taken.messages());
        bed.commands().handBack(session, bed.queue, "w-1", taken.messages());

        assertThat(bed.queued()).containsExactly("m1", "m2", "m3", "m4", "m5", "m6");
        assertThat(bed.redis.hasKey(QueueKeys.attempts(bed.queue))).isFalse();
        assertThat(ids(take("w-2"))).containsExactly("m1", "m2", "m3", "m4");
    }

    @Test
    void handing_back_keeps_the_failures_that_were_counted_before() {
        bed.pushMany(1);
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m1", "4:2");
        Taken taken = take("w-1");

        bed.commands().handBack(session, bed.queue, "w-1", taken.messages());

        assertThat(bed.attempts("m1")).isEqualTo("4:2");
    }

    @Test
    void a_living_worker_is_not_recovered() {
        bed.pushMany(1);
        take("w-1");

        assertThat(bed.commands().recover(session, bed.queue, "w-1", false)).isEqualTo(-1);
        assertThat(bed.inList("w-1")).containsExactly("m1");
    }

    @Test
    void what_a_dead_worker_held_returns_whole_in_order_and_stays_counted() {
        bed.set("batch-size", 3).pushMany(5);
        take("w-1");
        endLease("w-1");

        assertThat(bed.commands().peek(session, bed.queue).ended()).containsExactly("w-1");
        assertThat(bed.commands().recover(session, bed.queue, "w-1", false)).isEqualTo(3);

        assertThat(bed.queued()).containsExactly("m1", "m2", "m3", "m4", "m5");
        assertThat(bed.attempts("m1")).isEqualTo("1:0");
        assertThat(bed.redis.hasKey(QueueKeys.workers(bed.queue))).isFalse();
    }

    @Test
    void a_list_far_longer_than_a_batch_is_recovered_in_order() {
        List<String> ids = bed.pushMany(200_000);
        bed.redis.rename(bed.queue, QueueKeys.processing(bed.queue, "w-1"));
        endLease("w-1");

        assertThat(bed.commands().recover(session, bed.queue, "w-1", false)).isEqualTo(200_000);

        assertThat(bed.queued()).isEqualTo(ids);
    }

    @Test
    void two_recoverers_at_once_return_every_message_once() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 20; round++) {
                bed.redis.delete(bed.queue);
                List<String> ids = bed.pushMany(20);
                take("w-1");
                endLease("w-1");
                CyclicBarrier barrier = new CyclicBarrier(2);
                List<Future<Long>> both = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    both.add(threads.submit(() -> {
                        try (RedisSession own = new RedisSession(bed.connections)) {
                            barrier.await();
                            return bed.commands().recover(own, bed.queue, "w-1", false);
                        }
                    }));
                }
                assertThat(List.of(both.get(0).get(), both.get(1).get())).containsExactlyInAnyOrder(20L, 0L);
                assertThat(bed.queued()).isEqualTo(ids);
                bed.redis.delete(QueueKeys.attempts(bed.queue));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_heartbeat_renews_what_is_there_and_brings_back_nothing() {
        bed.pushMany(1);
        take("w-1");
        endLease("w-1");

        List<String> lost = bed.commands().renew(session, bed.queue, "w", List.of("w-1", "w-2"));

        assertThat(lost).containsExactly("w-2");
        assertThat(bed.commands().peek(session, bed.queue).ended()).isEmpty();
        assertThat(bed.redis.opsForZSet().range(QueueKeys.workers(bed.queue), 0, -1))
                .containsExactlyInAnyOrder("w", "w-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":workers", ":retry", ":attempts", ":processing:w-1"})
    void a_key_of_a_wrong_type_stops_the_take_before_it_writes(String suffix) {
        String wrong = bed.queue + suffix;
        if (!suffix.isEmpty()) {
            bed.pushMany(3);
        }
        bed.redis.opsForValue().set(wrong, "of another type");
        var before = bed.redis.hasKey(bed.queue) && !suffix.isEmpty() ? bed.queued() : null;

        assertThatThrownBy(() -> take("w-1"))
                .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue())
                .satisfies(e -> assertThat(RedisFailure.line(e)).contains("WRONGTYPE"));

        assertThat(bed.redis.opsForValue().get(wrong)).isEqualTo("of another type");
        if (before != null) {
            assertThat(bed.queued()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "1",
                ":",
                "-1:-1",
                "1.5:0",
                "99999999999:0",
                "1:99999999999",
                "999999999999999999999999999999:0"
            })
    void counts_that_somebody_spoilt_hold_no_message_up(String counts) {
        bed.pushMany(2);
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m1", counts);

        List<Taken.Message> taken = take("w-1").messages();

        assertThat(taken).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("m1");
            assertThat(message.deliveries()).isPositive();
            assertThat(message.failures()).isNotNegative();
        });
        bed.redis.opsForHash().put(QueueKeys.attempts(bed.queue), "m1", counts);
        assertThat(bed.orderQueue().inHand(bed.queue, 1))
                .singleElement()
                .satisfies(message -> assertThat(message.messageId()).isEqualTo("m1"));
        bed.commands()
                .settle(
                        session,
                        bed.queue,
                        "w-1",
                        List.of(),
                        List.of(new ListCommands.Retry(taken.get(0).raw(), "m1", 1)),
                        null);
        bed.await().until(() -> bed.commands().peek(session, bed.queue).ready() == 2);
        Taken again = take("w-1");
        assertThat(ids(again)).containsExactly("m1");
        bed.commands().settle(session, bed.queue, "w-1", again.messages(), List.of(), null);
        assertThat(ids(take("w-1"))).containsExactly("m2");
    }

    @Test
    void copies_of_a_message_in_many_living_hands_are_one_delivery() {
        for (int i = 0; i < 12; i++) {
            bed.pushRaw("1|same|5|x");
        }

        for (int i = 1; i <= 12; i++) {
            Taken taken = take("w-" + i);
            assertThat(ids(taken)).containsExactly("same");
            assertThat(taken.messages().get(0).deliveries()).isEqualTo(1);
        }
    }

    @Test
    void a_copy_taken_after_its_holder_was_found_dead_is_a_further_delivery() {
        bed.pushRaw("1|same|5|x");
        bed.pushRaw("1|same|5|x");
        take("w-1");
        endLease("w-1");
        bed.commands().recover(session, bed.queue, "w-1", false);

        assertThat(take("w-2").messages().get(0).deliveries()).isEqualTo(2);
    }

    @Test
    void a_take_that_is_executed_after_its_deadline_takes_nothing() {
        bed.pushMany(3);
        List<String> keys = List.of(
                bed.queue,
                QueueKeys.processing(bed.queue, "w-1"),
                QueueKeys.workers(bed.queue),
                QueueKeys.retry(bed.queue),
                QueueKeys.attempts(bed.queue),
                QueueKeys.unused(bed.queue));
        List<byte[]> args = List.of(
                LuaScript.bytes("w-1"),
                LuaScript.bytes(10),
                LuaScript.bytes(15_000),
                LuaScript.bytes(1000),
                LuaScript.bytes(System.currentTimeMillis() - 60_000));

        List<?> reply = ListCommands.list(session.call(LuaScript.TAKE, keys, args));

        assertThat(reply.get(1)).isEqualTo(-1L);
        assertThat(bed.keys()).containsExactly(bed.queue);
        assertThat(bed.queued()).containsExactly("m1", "m2", "m3");
    }

    @Test
    void only_what_is_still_held_may_be_buried_and_its_lease_is_renewed() {
        bed.pushMany(1);
        Taken.Message message = take("w-1").messages().get(0);
        endLease("w-1");

        assertThat(bed.commands().hold(session, bed.queue, "w-1", message)).isTrue();
        assertThat(bed.attempts("m1")).as("for a replay to see").isEqualTo("1:0");
        assertThat(bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), "w-1"))
                .isGreaterThan(System.currentTimeMillis());

        bed.commands().recover(session, bed.queue, "w-1", true);
        take("w-2");
        assertThat(bed.commands().hold(session, bed.queue, "w-1", message)).isFalse();
        assertThat(bed.redis.opsForZSet().score(QueueKeys.workers(bed.queue), "w-1"))
                .isNull();
    }

    @Test
    void java_and_lua_read_the_same_id_from_any_bytes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> raws = new ArrayList<>(Stream.of(
                        "",
                        "1",
                        "1|",
                        "1||5|x",
                        "1|a||x",
                        "1|a|5",
                        "1|a|5|",
                        "1|a|5||",
                        "2|a|5|x",
                        "11|a|5|x",
                        "1|a b|5|x",
                        "1|ä|5|x",
                        "1|a|-5|x",
                        "1|a|5x|x",
                        "1|" + "i".repeat(64) + "|5|x",
                        "1|" + "i".repeat(65) + "|5|x",
                        "1|a|" + "9".repeat(18) + "|x",
                        "1|a|" + "9".repeat(19) + "|x",
                        "1|_.:-|0|x")
                .toList());
        String alphabet = "1|a5.:-_é\0 ";
        for (int i = 0; i < 120; i++) {
            StringBuilder raw = new StringBuilder(random.nextBoolean() ? "1|" : "");
            random.ints(random.nextInt(12), 0, alphabet.length()).forEach(index -> raw.append(alphabet.charAt(index)));
            raws.add(raw.toString());
        }
        for (String raw : raws) {
            bed.pushRaw(raw);
            take("w-1");
            bed.commands().recover(session, bed.queue, "w-1", true);
            assertThat(bed.redis.opsForHash().keys(QueueKeys.attempts(bed.queue)))
                    .as("seed %d, raw <%s>", seed, raw)
                    .containsExactly(WireFormat.parse(raw.getBytes(StandardCharsets.UTF_8))
                            .id());
            Taken again = take("w-1");
            assertThat(again.messages().get(0).deliveries())
                    .as("seed %d, raw <%s>", seed, raw)
                    .isEqualTo(2);
            bed.commands().settle(session, bed.queue, "w-1", again.messages(), List.of(), null);
        }
        bed.assertDrained();
    }

    private void endLease(String worker) {
        bed.redis.opsForZSet().add(QueueKeys.workers(bed.queue), worker, 1);
    }
}
