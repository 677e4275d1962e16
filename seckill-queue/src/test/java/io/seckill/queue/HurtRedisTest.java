package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.stores.Aof;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.ReturnType;

/** Workers on a Redis that refuses, freezes, loads, forgets or throws them out: they go on by themselves. */
class HurtRedisTest {

    private final RecordingHandler handler = new RecordingHandler();

    private static Object command(TestBed bed, String name, String... args) {
        return bed.redis.execute(
                connection -> connection.execute(
                        name, Arrays.stream(args).map(LuaScript::bytes).toArray(byte[][]::new)),
                true);
    }

    /** What the server has executed since its start. */
    private static Properties commands(TestBed bed) {
        return bed.redis.execute(connection -> connection.serverCommands().info("commandstats"), true);
    }

    /** Tells whether a write is refused with this word right now. */
    private static boolean refuses(TestBed bed, String word) {
        try {
            bed.redis.opsForValue().set("probe", "x");
            return false;
        } catch (RuntimeException e) {
            return RedisFailure.line(e).contains(word);
        }
    }

    private void goesOn(TestBed bed, String... ids) {
        bed.await().ignoreExceptions().until(() -> {
            bed.push(ids);
            return true;
        });
        bed.await().ignoreExceptions().untilAsserted(bed::assertDrained);
        assertThat(handler.done()).contains(ids);
        assertThat(bed.sink.ids()).isEmpty();
    }

    @Test
    void a_server_that_became_a_replica_loses_nothing_and_is_served_again_when_it_is_none() {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            WorkerPool pool = bed.start(handler);
            pool.pause();
            List<String> ids = bed.pushMany(300);
            command(bed, "REPLICAOF", "127.0.0.1", "1");
            assertThat(refuses(bed, "READONLY")).isTrue();
            pool.resume();
            assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "no", "x"))
                    .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue());
            command(bed, "REPLICAOF", "NO", "ONE");

            goesOn(bed, "later");
            assertThat(handler.done()).containsAll(ids);
            assertThat(handler.effects).doesNotContainKey("no");
        }
    }

    @Test
    void what_is_in_hand_when_a_server_becomes_a_replica_without_a_master_is_acknowledged_when_it_is_none()
            throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingHandler slow = new RecordingHandler((queue, batch) -> {
            inHand.countDown();
            assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
            return BatchResult.allDone(batch);
        });
        try (RedisServer own = TestBed.newServer("--replica-serve-stale-data", "no");
                TestBed bed = new TestBed(own)) {
            bed.set("lease", "1h").set("batch-size", 2).set("threads", 2).pushMany(3);
            WorkerPool pool = bed.start(slow);
            assertThat(inHand.await(20, TimeUnit.SECONDS)).isTrue();
            command(bed, "REPLICAOF", "127.0.0.1", "1");
            bed.await().until(() -> refuses(bed, "READONLY"));
            assertThatThrownBy(() -> bed.redis.opsForList().size(bed.queue))
                    .satisfies(e -> assertThat(RedisFailure.line(e)).contains("MASTERDOWN"));
            assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "no", "x"))
                    .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue())
                    .satisfies(e -> assertThat(RedisFailure.passing(e)).isTrue());
            release.countDown();
            // More tries than a refusal that does not pass by itself is given.
            long refused = refusals(bed);
            bed.await().until(() -> refusals(bed) > refused + 40);
            command(bed, "REPLICAOF", "NO", "ONE");

            bed.awaitDrained();
            assertThat(slow.done()).containsExactly("m1", "m2", "m3");
            assertThat(slow.batches.stream().flatMap(List::stream)).allMatch(delivery -> delivery.deliveries() == 1);
            assertThat(pool.counters().recovered.sum()).isZero();
        }
    }

    /** How many commands the server has answered with an error. */
    private static long refusals(TestBed bed) {
        return Long.parseLong(bed.redis
                .execute(connection -> connection.serverCommands().info("stats"), true)
                .getProperty("total_error_replies"));
    }

    @Test
    void a_server_that_still_loads_its_file_is_waited_for() throws Exception {
        int messages = 12_000;
        try (RedisServer own = TestBed.newServerThatSyncs();
                TestBed bed = new TestBed(own)) {
            bed.orderQueue().register(bed.queue);
            bed.redis.executePipelined((org.springframework.data.redis.core.RedisCallback<Object>) connection -> {
                for (int i = 0; i < messages; i++) {
                    connection
                            .listCommands()
                            .lPush(LuaScript.bytes(bed.queue), LuaScript.bytes(WireFormat.encode("m" + i, 5, "x")));
                }
                return null;
            });
            own.kill9();
            bed.start(handler);
            AtomicBoolean loading = new AtomicBoolean();
            AtomicBoolean over = new AtomicBoolean();
            Thread look = new Thread(() -> {
                while (!over.get()) {
                    try {
                        if (refuses(bed, "LOADING")) {
                            loading.set(true);
                        }
                    } catch (RuntimeException e) {
                        // It is not even listening yet.
                    }
                }
            });
            look.start();
            own.restart(options -> options.with("--key-load-delay", "50"));
            over.set(true);
            look.join(20_000);

            goesOn(bed, "later");
            assertThat(loading).as("the server said that it was loading").isTrue();
            assertThat(handler.effects).hasSize(messages + 1);
        }
    }

    @Test
    void a_server_that_cannot_save_refuses_and_nothing_is_lost() throws Exception {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            WorkerPool pool = bed.start(handler);
            pool.pause();
            bed.pushMany(100);
            command(bed, "CONFIG", "SET", "save", "900 1000000");
            deleteAll(own.directory().resolve("data"));
            bed.redis.execute(connection -> connection.execute("BGSAVE"), true);
            bed.await().until(() -> refuses(bed, "MISCONF"));
            pool.resume();
            assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "no", "x"))
                    .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue());

            command(bed, "CONFIG", "SET", "stop-writes-on-bgsave-error", "no");

            goesOn(bed, "later");
            assertThat(handler.effects).hasSize(101).doesNotContainKey("no");
        }
    }

    private static void deleteAll(Path directory) throws Exception {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void a_frozen_server_that_thaws_has_taken_for_nobody() {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            bed.set("lease", "1h").set("threads", 4).set("batch-size", 5);
            bed.pool(bed.connect(own.host(), own.port(), own.password(), TestBed.SHORT_TIMEOUT), handler)
                    .start();
            goesOn(bed, "warm");
            for (int round = 0; round < 2; round++) {
                bed.pushMany(400);
                own.pause();
                // Longer than a command may take, so that each worker gives a call up.
                bed.await().pollDelay(TestBed.SHORT_TIMEOUT.plusMillis(200)).until(() -> true);
                own.resume();
                bed.await().ignoreExceptions().untilAsserted(bed::assertDrained);
            }
            assertThat(handler.effects).hasSize(401);
            assertThat(bed.sink.ids()).isEmpty();
        }
    }

    @Test
    void a_slow_script_of_somebody_else_delays_and_does_no_more() throws Exception {
        try (RedisServer own = TestBed.newServer("--lua-time-limit", "50");
                TestBed bed = new TestBed(own);
                TestBed other = new TestBed(own)) {
            bed.start(handler);
            goesOn(bed, "warm");
            Thread slow = new Thread(() -> {
                try {
                    other.redis.execute(
                            connection -> connection
                                    .scriptingCommands()
                                    .eval(LuaScript.bytes("while true do end"), ReturnType.VALUE, 0),
                            true);
                } catch (RuntimeException e) {
                    // It is killed.
                }
            });
            slow.start();
            bed.await().until(() -> refuses(bed, "BUSY"));
            assertThatThrownBy(() -> bed.orderQueue().push(bed.queue, "no", "x"))
                    .satisfies(e -> assertThat(RedisFailure.refused(e)).isTrue());
            bed.redis.execute(
                    connection -> {
                        connection.scriptingCommands().scriptKill();
                        return null;
                    },
                    true);
            slow.join(20_000);

            goesOn(bed, "later");
            assertThat(handler.effects).doesNotContainKey("no");
        }
    }

    @Test
    void workers_whose_connections_are_all_killed_come_back() {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            bed.set("batch-size", 5);
            bed.start(handler);
            for (int round = 0; round < 10; round++) {
                bed.await().ignoreExceptions().until(() -> {
                    bed.pushMany(200);
                    return true;
                });
                try {
                    command(bed, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no");
                } catch (RuntimeException e) {
                    // This connection is killed too.
                }
            }
            goesOn(bed, "later");
            assertThat(handler.effects).hasSize(201);
            noConnectionIsLeftOver(bed);
        }
    }

    /** This test's own connection, the poller's, the caretaker's, and one a worker. */
    private static void noConnectionIsLeftOver(TestBed bed) {
        int most = 3 + bed.properties().threads();
        bed.await()
                .during(Duration.ofMillis(300))
                .ignoreExceptions()
                .until(() -> Integer.parseInt(bed.redis
                                .execute(
                                        connection ->
                                                connection.serverCommands().info("clients"),
                                        true)
                                .getProperty("connected_clients"))
                        <= most);
    }

    @Test
    void a_server_with_too_few_connections_is_shared_as_far_as_they_go() {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            bed.pushMany(500);
            command(bed, "CONFIG", "SET", "maxclients", "4");
            bed.start(handler);
            // This test's own connection, and three for eight workers, the poller and the caretaker.
            bed.await().ignoreExceptions().until(() -> handler.effects.size() >= 1);
            command(bed, "CONFIG", "SET", "maxclients", "100");

            goesOn(bed, "later");
            assertThat(handler.effects).hasSize(501);
        }
    }

    @Test
    void a_server_that_comes_back_empty_is_served_as_a_new_one() {
        try (RedisServer own = RedisServer.start(
                        RedisOptions.defaults().kind(TestBed.kind()).aof(Aof.OFF));
                TestBed bed = new TestBed(own)) {
            OrderQueue queue = bed.orderQueue();
            queue.push(bed.queue, "before", "x");
            bed.start(handler);
            bed.awaitDrained();
            own.kill9();
            own.restart();
            // The poller has read a registry with nothing in it.
            bed.await()
                    .ignoreExceptions()
                    .until(() -> commands(bed).stringPropertyNames().stream().anyMatch("cmdstat_smembers"::equals));

            bed.await().ignoreExceptions().until(() -> queue.push(bed.queue, "after", "x") != null);

            bed.await().ignoreExceptions().until(() -> handler.done().contains("after"));
            bed.await().ignoreExceptions().untilAsserted(bed::assertDrained);
            assertThat(bed.sink.ids()).isEmpty();
            noConnectionIsLeftOver(bed);
        }
    }

    @Test
    void a_cluster_serves_every_operation() throws Exception {
        try (RedisServer own =
                RedisServer.start(RedisOptions.defaults().kind(TestBed.kind()).with("--cluster-enabled", "yes"))) {
            try (TestBed direct = new TestBed(own)) {
                direct.redis.execute(
                        connection -> {
                            byte[][] slots = java.util.stream.IntStream.range(0, 16384)
                                    .mapToObj(LuaScript::bytes)
                                    .toArray(byte[][]::new);
                            byte[][] all = new byte[slots.length + 1][];
                            all[0] = LuaScript.bytes("ADDSLOTS");
                            System.arraycopy(slots, 0, all, 1, slots.length);
                            return connection.execute("CLUSTER", all);
                        },
                        true);
                direct.await()
                        .ignoreExceptions()
                        .until(() -> new String((byte[]) command(direct, "CLUSTER", "INFO"), StandardCharsets.US_ASCII)
                                .contains("cluster_state:ok"));
            }
            try (TestBed bed = TestBed.onCluster(own)) {
                AtomicBoolean once = new AtomicBoolean();
                RecordingHandler failing = new RecordingHandler((queue, batch) -> {
                    if (!once.getAndSet(true)) {
                        throw new HandBackException("away", null);
                    }
                    BatchResult.Builder result = BatchResult.builder();
                    for (Delivery delivery : batch) {
                        String id = delivery.messageId();
                        if (id.equals("m3")) {
                            result.dead(id, "dead");
                        } else if (id.equals("m7") && delivery.failures() == 0) {
                            result.retry(id, "again");
                        } else {
                            result.done(id);
                        }
                    }
                    return result.build();
                });
                bed.set("lease", "1s").pushMany(200);
                bed.commands().take(bed.session(), bed.queue, "dead-1", true);
                String second = TestBed.newQueueName();
                bed.redis.opsForList().leftPush(second, "1|other|5|x");
                bed.orderQueue().register(second);
                WorkerPool pool = bed.start(failing);

                bed.awaitDrained();
                bed.await().until(() -> bed.orderQueue().snapshot(second).empty());
                assertThat(failing.effects).hasSize(200);
                assertThat(bed.sink.ids()).containsExactly("m3");
                DeadLetters letters = new DeadLetters(
                        bed.sink, bed.orderQueue(), bed.properties(), List.of(), java.time.Clock.systemUTC());
                pool.stop();
                assertThat(letters.replay("m3")).isEqualTo(new DeadLetterOutcome.Settled());
                assertThat(bed.queued()).containsExactly("m3");
                assertThat(bed.orderQueue().inHand(bed.queue, 10)).isEmpty();
                assertThat(bed.orderQueue().push(bed.queue, "x", "y")).isEqualTo(new PushResult.Pushed(2));
            }
        }
    }

    @Test
    void no_command_of_ours_blocks() {
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            bed.pushMany(100);
            bed.start(handler);
            goesOn(bed, "later");

            assertThat(commands(bed).stringPropertyNames())
                    .isNotEmpty()
                    .noneMatch(name -> name.matches("cmdstat_(b[lrz].*|wait.*|subscribe|psubscribe)"));
        }
    }

    @Test
    void a_slow_handler_holds_up_its_own_thread_alone() throws Exception {
        CountDownLatch allBusy = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        try (RedisServer own = TestBed.newServer();
                TestBed bed = new TestBed(own)) {
            bed.set("threads", 2).set("batch-size", 1).pushMany(2);
            bed.start((queue, batch) -> {
                assertThat(Thread.currentThread().getName()).startsWith("seckill-queue-");
                allBusy.countDown();
                assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
                return handler.handle(queue, batch);
            });
            assertThat(allBusy.await(20, TimeUnit.SECONDS)).isTrue();

            for (int i = 0; i < 200; i++) {
                bed.push("p" + i);
                assertThat(bed.orderQueue().snapshot(bed.queue).inProcessing()).isEqualTo(2);
            }
            release.countDown();
            bed.awaitDrained();
            assertThat(handler.effects).hasSize(202);
        }
    }
}
