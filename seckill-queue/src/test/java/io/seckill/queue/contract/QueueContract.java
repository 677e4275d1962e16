package io.seckill.queue.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.queue.contract.QueueUnderTest.Handler;
import io.seckill.queue.contract.QueueUnderTest.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/**
 * What a reliable queue promises, whatever it is made of: extend it and hand over the queue. Every message reaches the
 * handler until it is done or buried, whoever dies in between and wherever; nothing that is done stays behind.
 */
public abstract class QueueContract {

    private static final int MOST_COMMANDS = 64;
    private static final int AT_ONCE = 16;

    /** {@return a new, empty queue; the kit closes it} */
    protected abstract QueueUnderTest newQueue();

    /** {@return how long to wait for what must come} */
    protected Duration patience() {
        return Duration.ofSeconds(20);
    }

    @Test
    public void every_message_is_handled_and_nothing_remains() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            List<String> ids = ids(500);
            ids.forEach(id -> queue.push(id, "body of " + id));
            Effects effects = new Effects();
            try (AutoCloseable consumer = queue.consume(queue.host(), queue.port(), effects)) {
                awaitEmpty(queue);
            }
            assertThat(effects.counts.keySet()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(effects.counts.values()).allMatch(count -> count.get() == 1);
            assertThat(queue.buried()).isEmpty();
        }
    }

    @Test
    public void messages_come_in_the_order_they_were_pushed_in() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            List<String> ids = ids(50);
            ids.forEach(id -> queue.push(id, "x"));
            List<String> order = Collections.synchronizedList(new ArrayList<>());
            Handler handler = (id, body) -> {
                order.add(id);
                return Verdict.DONE;
            };
            try (AutoCloseable consumer = queue.consume(queue.host(), queue.port(), handler)) {
                awaitEmpty(queue);
            }
            assertThat(order).isEqualTo(ids);
        }
    }

    @Test
    public void two_consumers_share_the_work_without_doubles() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            Effects effects = new Effects();
            try (AutoCloseable one = queue.consume(queue.host(), queue.port(), effects);
                    AutoCloseable two = queue.consume(queue.host(), queue.port(), effects)) {
                ids(500).forEach(id -> queue.push(id, "x"));
                awaitEmpty(queue);
            }
            assertThat(effects.counts).hasSize(500);
            assertThat(effects.counts.values()).allMatch(count -> count.get() == 1);
        }
    }

    @Test
    public void what_another_program_pushed_is_consumed() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            Map<String, String> bodies = new ConcurrentHashMap<>();
            queue.pushRaw(queue.encode("1001", "中文|with|bars"));
            Handler handler = (id, body) -> {
                bodies.put(id, body);
                return Verdict.DONE;
            };
            try (AutoCloseable consumer = queue.consume(queue.host(), queue.port(), handler)) {
                awaitEmpty(queue);
            }
            assertThat(bodies).containsExactly(Map.entry("1001", "中文|with|bars"));
        }
    }

    @Test
    public void what_nobody_can_read_is_buried_byte_for_byte_and_delays_nobody() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            List<byte[]> poison = List.of(
                    new byte[0], "abc".getBytes(StandardCharsets.UTF_8), new byte[] {0, (byte) 0xff, '|', '\n'});
            queue.push("before", "x");
            poison.forEach(queue::pushRaw);
            queue.push("after", "x");
            Effects effects = new Effects();
            try (AutoCloseable consumer = queue.consume(queue.host(), queue.port(), effects)) {
                awaitEmpty(queue);
            }
            assertThat(effects.counts.keySet()).containsExactlyInAnyOrder("before", "after");
            assertThat(queue.buried()).containsExactlyInAnyOrderElementsOf(poison);
        }
    }

    @Test
    public void a_message_that_fails_is_tried_again_and_buried_in_the_end_while_others_pass() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            AtomicInteger tries = new AtomicInteger();
            Effects effects = new Effects();
            queue.push("bad", "x");
            ids(20).forEach(id -> queue.push(id, "x"));
            Handler handler = (id, body) -> {
                if (id.equals("bad")) {
                    tries.incrementAndGet();
                    throw new IllegalStateException("bad");
                }
                return effects.handle(id, body);
            };
            try (AutoCloseable consumer = queue.consume(queue.host(), queue.port(), handler)) {
                awaitEmpty(queue);
                await().until(() -> queue.buried().size() == 1);
            }
            assertThat(effects.counts).hasSize(20);
            assertThat(tries).hasValueGreaterThanOrEqualTo(queue.mostFailures());
        }
    }

    @Test
    public void a_message_whose_consumer_dies_over_it_comes_again() throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            DyingLink link = new DyingLink(queue.host(), queue.port());
            CountDownLatch inHand = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            queue.push("a", "x");
            Handler dying = (id, body) -> {
                inHand.countDown();
                never.await();
                return Verdict.DONE;
            };
            Effects effects = new Effects();
            try (AutoCloseable first = queue.consume(link.host(), link.port(), dying)) {
                assertThat(inHand.await(patience().toMillis(), TimeUnit.MILLISECONDS))
                        .isTrue();
                link.die();
                try (AutoCloseable second = queue.consume(queue.host(), queue.port(), effects)) {
                    await().untilAsserted(
                                    () -> assertThat(effects.counts.keySet()).containsExactly("a"));
                    awaitEmpty(queue);
                }
                never.countDown();
            }
            assertThat(queue.buried()).isEmpty();
        }
    }

    /** The consumer dies after its first command, after its second, and so on, until it gets by without dying. */
    @Test
    public void a_consumer_that_dies_after_any_of_its_commands_loses_nothing() throws Exception {
        ExecutorService rounds = Executors.newFixedThreadPool(AT_ONCE);
        try {
            boolean survived = false;
            for (int first = 1; !survived && first < MOST_COMMANDS; first += AT_ONCE) {
                int from = first;
                List<Callable<Boolean>> some = IntStream.range(from, from + AT_ONCE)
                        .<Callable<Boolean>>mapToObj(commands -> () -> diesAfter(commands))
                        .toList();
                for (Future<Boolean> round : rounds.invokeAll(some)) {
                    survived |= round.get();
                }
            }
            assertThat(survived)
                    .as("a consumer is done with three messages after %d commands", MOST_COMMANDS)
                    .isTrue();
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof Error failed) {
                throw failed;
            }
            throw e;
        } finally {
            rounds.shutdownNow();
        }
    }

    /** Returns whether the consumer was done before it could die. */
    private boolean diesAfter(int commands) throws Exception {
        try (QueueUnderTest queue = newQueue()) {
            DyingLink link = new DyingLink(queue.host(), queue.port());
            Effects effects = new Effects();
            AtomicInteger shyTries = new AtomicInteger();
            Handler handler = (id, body) ->
                    id.equals("shy") && shyTries.incrementAndGet() == 1 ? Verdict.RETRY : effects.handle(id, body);
            queue.push("a", "x");
            queue.push("shy", "x");
            queue.push("b", "x");
            link.dieAfter(commands);
            boolean survived;
            try (AutoCloseable first = queue.consume(link.host(), link.port(), handler)) {
                await().until(() -> link.isDead() || queue.remaining() == 0 && effects.counts.size() == 3);
                survived = !link.isDead();
                assertThat(queue.remaining())
                        .as("copies after the death after command %d", commands)
                        .isLessThanOrEqualTo(3);
                link.die();
                try (AutoCloseable second = queue.consume(queue.host(), queue.port(), handler)) {
                    await().alias("death after command " + commands)
                            .untilAsserted(() -> assertThat(effects.counts.keySet())
                                    .as("done after the death after command %d", commands)
                                    .containsExactlyInAnyOrder("a", "b", "shy"));
                    awaitEmpty(queue);
                }
            }
            assertThat(queue.buried()).isEmpty();
            return survived;
        }
    }

    private void awaitEmpty(QueueUnderTest queue) {
        await().untilAsserted(() -> assertThat(queue.remaining()).isZero());
    }

    private ConditionFactory await() {
        return Awaitility.await().atMost(patience()).pollInterval(Duration.ofMillis(20));
    }

    private static List<String> ids(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(i -> "m" + i).toList();
    }

    private static final class Effects implements Handler {

        final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

        @Override
        public Verdict handle(String id, String body) {
            counts.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
            return Verdict.DONE;
        }
    }
}
