package io.seckill.queue;

import static io.seckill.queue.LuaScript.bytes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * {@link OrderQueue} on Redis Lists, over the application's shared connection; never over one that the caller has bound
 * to his thread for a pipeline or a transaction.
 */
final class RedisListQueue implements OrderQueue {

    private static final Logger log = LoggerFactory.getLogger(RedisListQueue.class);
    private static final int SNAPSHOT_ATTEMPTS = 10;

    private final StringRedisTemplate redis;
    private final HeldMessages held;
    private final QueueProperties properties;
    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    RedisListQueue(RedisConnectionFactory connections, QueueProperties properties) {
        this.redis = new StringRedisTemplate(new UnboundConnections(connections));
        this.held = new HeldMessages(redis);
        this.properties = properties;
    }

    @Override
    public QueueSnapshot snapshot(String queue) {
        return Objects.requireNonNull(redis.execute((RedisConnection connection) -> snapshot(connection, queue)));
    }

    /**
     * Which processing lists there are is read before they are counted: if somebody has taken his first messages in
     * between, they would be missing, so it is done again.
     */
    private static QueueSnapshot snapshot(RedisConnection connection, String queue) {
        Set<Tuple> leases = leases(connection, queue);
        for (int attempt = 1; ; attempt++) {
            QueueSnapshot snapshot = snapshot(connection, queue, leases);
            Set<Tuple> after = leases(connection, queue);
            if (names(leases).containsAll(names(after)) || attempt == SNAPSHOT_ATTEMPTS) {
                return snapshot;
            }
            leases = after;
        }
    }

    private static Set<Tuple> leases(RedisConnection connection, String queue) {
        return connection.zSetCommands().zRangeWithScores(bytes(QueueKeys.workers(queue)), 0, -1);
    }

    private static Set<String> names(Set<Tuple> leases) {
        return leases.stream().map(lease -> ListCommands.text(lease.getValue())).collect(Collectors.toSet());
    }

    private static QueueSnapshot snapshot(RedisConnection connection, String queue, Set<Tuple> leases) {
        List<String> keys = new ArrayList<>(List.of(queue, QueueKeys.retry(queue), QueueKeys.attempts(queue)));
        for (Tuple lease : leases) {
            keys.add(QueueKeys.processing(queue, ListCommands.text(lease.getValue())));
        }
        List<?> reply = ListCommands.list(LuaScript.SNAPSHOT.call(connection, keys, List.of()));
        long now = ListCommands.number(reply.get(0));
        long inHand = 0;
        long oldest = enqueuedAt(reply.get(4));
        for (int i = 6; i + 1 < reply.size(); i += 2) {
            inHand += ListCommands.number(reply.get(i));
            oldest = Math.min(oldest, enqueuedAt(reply.get(i + 1)));
        }
        long workers = leases.stream()
                .filter(lease -> lease.getScore() > now
                        && ListCommands.text(lease.getValue()).indexOf('-') < 0)
                .count();
        return new QueueSnapshot(
                queue,
                ListCommands.number(reply.get(1)),
                inHand,
                ListCommands.number(reply.get(2)),
                ListCommands.number(reply.get(3)),
                oldest == Long.MAX_VALUE ? -1 : Math.max(0, now - oldest),
                (int) workers);
    }

    @Override
    public Set<String> queues() {
        return new TreeSet<>(redis.opsForSet().members(properties.registry()));
    }

    @Override
    public void register(String queue) {
        redis.opsForSet().add(properties.registry(), queue);
        registered.add(queue);
    }

    @Override
    public void unregister(String queue) {
        registered.remove(queue);
        redis.opsForSet().remove(properties.registry(), queue);
    }

    @Override
    public PushResult push(String queue, String messageId, String body) {
        WireFormat.requireId(messageId);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        long head = WireFormat.encode(messageId, System.currentTimeMillis(), "").length();
        if (head + bytes.length > properties.maxMessageSize().toBytes()) {
            throw new IllegalArgumentException("message of " + bytes.length + " bytes; more than "
                    + properties.maxMessageSize() + " with its head");
        }
        if (!registered.contains(queue)) {
            register(queue);
        }
        List<byte[]> args = List.of(bytes(messageId), bytes, bytes(properties.maxBacklog()));
        List<?> reply = ListCommands.list(redis.execute((RedisConnection connection) ->
                Objects.requireNonNull(LuaScript.PUSH.call(connection, List.of(queue, QueueKeys.retry(queue)), args))));
        long backlog = ListCommands.number(reply.get(1));
        if (backlog == 1) {
            registerAgain(queue);
        }
        return ListCommands.number(reply.get(0)) == 1 ? new PushResult.Pushed(backlog) : new PushResult.Full(backlog);
    }

    /**
     * The first message of a queue may be the first one after a restart without data, which took the registry too. The
     * message is pushed whatever becomes of this: whoever heard of a failure would push it once more.
     */
    private void registerAgain(String queue) {
        try {
            register(queue);
        } catch (RuntimeException e) {
            registered.remove(queue);
            log.warn("{} could not be registered ({}); the next push does it first", queue, RedisFailure.line(e));
        }
    }

    /** Puts a dead letter's message back, unless it is there already; returns whether it was pushed. */
    boolean replay(DeadLetter letter) {
        register(letter.queue());
        return Objects.requireNonNull(redis.execute((RedisConnection connection) -> replay(connection, letter)));
    }

    private static boolean replay(RedisConnection connection, DeadLetter letter) {
        String queue = letter.queue();
        byte[] id = bytes(letter.messageId());
        byte[] counts = connection.hashCommands().hGet(bytes(QueueKeys.attempts(queue)), id);
        List<String> keys = new ArrayList<>(List.of(queue, QueueKeys.attempts(queue), QueueKeys.retry(queue)));
        String before = counts == null ? "" : ListCommands.text(counts);
        if (counts != null) {
            Set<String> workers = new TreeSet<>(names(leases(connection, queue)));
            Counts.holder(before).ifPresent(workers::add);
            workers.forEach(worker -> keys.add(QueueKeys.processing(queue, worker)));
        }
        List<byte[]> args = List.of(id, letter.raw(), bytes(before));
        return ListCommands.number(LuaScript.REPLAY.call(connection, keys, args)) == 1;
    }

    @Override
    public List<InHand> inHand(String queue, int limit) {
        return held.list(queue, limit);
    }

    Optional<InHand> findHeld(String queue, String messageId) {
        return held.find(queue, messageId);
    }

    void discard(InHand message) {
        held.discard(message);
    }

    /** When the message with this head was pushed; the largest number if it does not say. */
    private static long enqueuedAt(@Nullable Object head) {
        byte[] raw = (byte[]) Objects.requireNonNull(head);
        return WireFormat.enqueuedAt(raw).orElse(Long.MAX_VALUE);
    }
}
