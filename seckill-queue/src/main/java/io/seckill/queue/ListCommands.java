package io.seckill.queue;

import static io.seckill.queue.LuaScript.bytes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;

/** A worker's scripts with their keys and arguments. */
final class ListCommands {

    private static final int TRIES_BEFORE_THE_DEADLINE = 3;

    private final int batchSize;
    private final long batchBytes;
    private final Duration lease;
    private final Duration timeout;
    private final RedisClock clock;

    /** A message to try again. */
    record Retry(byte[] raw, String id, long delayMillis) {}

    /** What a look at a queue showed; {@code ended} are the workers whose lease has ended. */
    record Peek(long ready, List<String> ended) {}

    /**
     * @param timeout after so long the caller gives a call up
     */
    ListCommands(QueueProperties properties, Duration timeout) {
        this(properties, timeout, System::nanoTime);
    }

    /**
     * @param nanoTime the clock by which a deadline is told
     */
    ListCommands(QueueProperties properties, Duration timeout, LongSupplier nanoTime) {
        this.batchSize = properties.batchSize();
        this.batchBytes = properties.batchBytes();
        this.lease = properties.lease();
        this.timeout = timeout;
        this.clock = new RedisClock(nanoTime);
    }

    /**
     * Takes a batch.
     *
     * @param suspects whether it may be a message that was delivered more than once without an outcome
     */
    Taken take(RedisSession session, String queue, String worker, boolean suspects) {
        List<String> keys = List.of(
                queue,
                QueueKeys.processing(queue, worker),
                QueueKeys.workers(queue),
                QueueKeys.retry(queue),
                QueueKeys.attempts(queue),
                QueueKeys.unused(queue));
        // Refused by the deadline although somebody waits: the clock of Redis was set. The reply has told the new time.
        for (int i = 0; i < TRIES_BEFORE_THE_DEADLINE; i++) {
            List<byte[]> args = List.of(
                    bytes(worker),
                    bytes(batchSize),
                    bytes(lease.toMillis()),
                    bytes(batchBytes),
                    bytes(clock.after(timeout.toMillis())),
                    bytes(suspects ? 1 : 0));
            List<?> reply = list(session.call(LuaScript.TAKE, keys, args));
            clock.observe(number(reply.get(0)));
            if (number(reply.get(1)) >= 0) {
                return taken(reply);
            }
        }
        return new Taken(List.of(), 0);
    }

    private static Taken taken(List<?> reply) {
        long left = number(reply.get(1));
        if (reply.size() == 2) {
            return new Taken(List.of(), left);
        }
        List<?> raws = list(reply.get(2));
        List<?> counts = reply.size() > 3 ? list(reply.get(3)) : List.of();
        List<Taken.Message> messages = new ArrayList<>(raws.size());
        for (int i = 0; i < raws.size(); i++) {
            byte[] raw = (byte[]) Objects.requireNonNull(raws.get(i));
            Counts count = counts.isEmpty() ? Counts.FIRST : Counts.parse(text(counts.get(i)));
            messages.add(new Taken.Message(raw, WireFormat.parse(raw), count.deliveries(), count.failures()));
        }
        return new Taken(messages, left);
    }

    /** Step, acknowledgement and retries in one pipeline, in this order. */
    void settle(
            RedisSession session,
            String queue,
            String worker,
            List<Taken.Message> acked,
            List<Retry> retries,
            @Nullable PipelineStep step) {
        session.pipeline((connection, whole) -> {
            if (step != null) {
                write(step, connection);
            }
            if (!acked.isEmpty()) {
                LuaScript.ACK.send(connection, whole, handKeys(queue, worker), raws(worker, acked));
            }
            if (!retries.isEmpty()) {
                LuaScript.RETRY.send(connection, whole, retryKeys(queue, worker), retryArgs(worker, retries));
            }
        });
    }

    private static void write(PipelineStep step, RedisConnection connection) {
        try {
            step.write(connection);
        } catch (DataAccessException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StepException(e);
        }
    }

    /** Whether the worker still holds the message; if so, its lease is as good as new. */
    boolean hold(RedisSession session, String queue, String worker, Taken.Message message) {
        List<byte[]> args = List.of(bytes(worker), bytes(lease.toMillis()), message.raw(), bytes(message.id()));
        return number(session.call(LuaScript.HOLD, handKeys(queue, worker), args)) == 1;
    }

    /** Oldest first, as taken. */
    void handBack(RedisSession session, String queue, String worker, List<Taken.Message> messages) {
        List<String> keys = List.of(
                queue,
                QueueKeys.processing(queue, worker),
                QueueKeys.workers(queue),
                QueueKeys.attempts(queue),
                QueueKeys.unused(queue));
        session.call(LuaScript.HAND_BACK, keys, named(worker, messages));
    }

    /** Returns how many messages went back to the queue; -1 if the lease has not ended and the worker is not one's own. */
    long recover(RedisSession session, String queue, String worker, boolean own) {
        List<String> keys = List.of(
                queue,
                QueueKeys.processing(queue, worker),
                QueueKeys.workers(queue),
                QueueKeys.attempts(queue),
                QueueKeys.unused(queue));
        return number(session.call(LuaScript.RECOVER, keys, List.of(bytes(worker), bytes(own ? "own" : "expired"))));
    }

    /** Returns those of the workers whose lease is gone. */
    List<String> renew(RedisSession session, String queue, String process, List<String> workers) {
        List<byte[]> args = new ArrayList<>();
        args.add(bytes(lease.toMillis()));
        args.add(bytes(process));
        workers.forEach(worker -> args.add(bytes(worker)));
        List<String> keys = List.of(QueueKeys.workers(queue), QueueKeys.unused(queue));
        return list(session.call(LuaScript.RENEW, keys, args)).stream()
                .map(ListCommands::text)
                .toList();
    }

    Peek peek(RedisSession session, String queue) {
        return peeked(session.call(LuaScript.PEEK, peekKeys(queue), List.of()));
    }

    List<Peek> peek(RedisSession session, List<String> queues) {
        List<Object> replies = session.pipeline((connection, whole) ->
                queues.forEach(queue -> LuaScript.PEEK.send(connection, whole, peekKeys(queue), List.of())));
        return replies.stream().map(ListCommands::peeked).toList();
    }

    private static List<String> peekKeys(String queue) {
        return List.of(queue, QueueKeys.retry(queue), QueueKeys.workers(queue));
    }

    private static Peek peeked(@Nullable Object answer) {
        List<?> reply = list(answer);
        List<String> ended =
                reply.subList(2, reply.size()).stream().map(ListCommands::text).toList();
        return new Peek(number(reply.get(0)) + number(reply.get(1)), ended);
    }

    private static List<String> handKeys(String queue, String worker) {
        return List.of(
                QueueKeys.processing(queue, worker),
                QueueKeys.workers(queue),
                QueueKeys.attempts(queue),
                QueueKeys.unused(queue));
    }

    private static List<String> retryKeys(String queue, String worker) {
        return List.of(
                QueueKeys.processing(queue, worker),
                QueueKeys.workers(queue),
                QueueKeys.retry(queue),
                QueueKeys.attempts(queue),
                QueueKeys.unused(queue));
    }

    private static List<byte[]> raws(String worker, List<Taken.Message> messages) {
        List<byte[]> args = new ArrayList<>(1 + messages.size());
        args.add(bytes(worker));
        messages.forEach(message -> args.add(message.raw()));
        return args;
    }

    private static List<byte[]> named(String worker, List<Taken.Message> messages) {
        List<byte[]> args = new ArrayList<>(2 + 2 * messages.size());
        args.add(bytes(worker));
        args.add(bytes(messages.size()));
        messages.forEach(message -> args.add(message.raw()));
        messages.forEach(message -> args.add(bytes(message.id())));
        return args;
    }

    private static List<byte[]> retryArgs(String worker, List<Retry> retries) {
        List<byte[]> args = new ArrayList<>(1 + 3 * retries.size());
        args.add(bytes(worker));
        for (Retry retry : retries) {
            args.add(retry.raw());
            args.add(bytes(retry.id()));
            args.add(bytes(retry.delayMillis()));
        }
        return args;
    }

    static List<?> list(@Nullable Object answer) {
        return (List<?>) Objects.requireNonNull(answer, "no answer");
    }

    static long number(@Nullable Object answer) {
        return (Long) Objects.requireNonNull(answer, "no answer");
    }

    static String text(@Nullable Object answer) {
        return new String((byte[]) Objects.requireNonNull(answer, "no answer"), StandardCharsets.UTF_8);
    }
}
