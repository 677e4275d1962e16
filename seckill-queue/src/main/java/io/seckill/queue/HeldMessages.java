package io.seckill.queue;

import static io.seckill.queue.LuaScript.bytes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What workers have in hand and what waits for another try, message by message, for an operator. */
final class HeldMessages {

    private static final int PAGE = 500;
    private static final String NOBODY = "";

    private final StringRedisTemplate redis;

    HeldMessages(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** The oldest ones of each worker, so many in all at most. */
    List<InHand> list(String queue, int limit) {
        return call(connection -> {
            List<InHand> all = new ArrayList<>();
            for (Lease lease : leases(connection, queue)) {
                List<byte[]> raws = list(connection, queue, lease.worker(), 0, limit - all.size());
                all.addAll(describe(connection, queue, lease, raws));
                if (all.size() >= limit) {
                    break;
                }
            }
            return all;
        });
    }

    Optional<InHand> find(String queue, String messageId) {
        return call(connection -> {
            for (Lease lease : leases(connection, queue)) {
                List<byte[]> page;
                int from = 0;
                do {
                    page = list(connection, queue, lease.worker(), from, PAGE);
                    Optional<InHand> found = describe(connection, queue, lease, named(page, messageId)).stream()
                            .findFirst();
                    if (found.isPresent()) {
                        return found;
                    }
                    from += PAGE;
                } while (page.size() == PAGE);
            }
            return findInRetry(connection, queue, messageId);
        });
    }

    private static Optional<InHand> findInRetry(RedisConnection connection, String queue, String messageId) {
        List<byte[]> page;
        int from = 0;
        do {
            page = List.copyOf(connection.zSetCommands().zRange(bytes(QueueKeys.retry(queue)), from, from + PAGE - 1));
            Optional<InHand> found =
                    describe(connection, queue, new Lease(NOBODY, 0, now(connection)), named(page, messageId)).stream()
                            .findFirst();
            if (found.isPresent()) {
                return found;
            }
            from += PAGE;
        } while (page.size() == PAGE);
        return Optional.empty();
    }

    /** Takes it out of the hand or of the retry set; returns whether it was still there. */
    boolean discard(InHand held) {
        String queue = held.queue();
        List<String> keys = List.of(
                QueueKeys.retry(queue),
                QueueKeys.attempts(queue),
                QueueKeys.workers(queue),
                QueueKeys.processing(queue, held.worker()),
                QueueKeys.unused(queue));
        List<byte[]> args = List.of(bytes(held.worker()), bytes(held.messageId()), held.raw());
        return call(connection -> ListCommands.number(LuaScript.DISCARD.call(connection, keys, args))) > 0;
    }

    private record Lease(String worker, long leftMillis, long now) {}

    private static List<Lease> leases(RedisConnection connection, String queue) {
        long now = now(connection);
        return connection.zSetCommands().zRangeWithScores(bytes(QueueKeys.workers(queue)), 0, -1).stream()
                .map(entry -> new Lease(
                        ListCommands.text(entry.getValue()),
                        Objects.requireNonNull(entry.getScore()).longValue() - now,
                        now))
                .toList();
    }

    private static long now(RedisConnection connection) {
        return Objects.requireNonNull(connection.serverCommands().time());
    }

    /** Oldest first. */
    private static List<byte[]> list(RedisConnection connection, String queue, String worker, int from, int most) {
        List<byte[]> raws = new ArrayList<>(connection
                .listCommands()
                .lRange(bytes(QueueKeys.processing(queue, worker)), -(from + (long) most), -(from + 1L)));
        Collections.reverse(raws);
        return raws;
    }

    private static List<byte[]> named(List<byte[]> raws, String messageId) {
        return raws.stream()
                .filter(raw -> WireFormat.parse(raw).id().equals(messageId))
                .limit(1)
                .toList();
    }

    private static List<InHand> describe(RedisConnection connection, String queue, Lease lease, List<byte[]> raws) {
        if (raws.isEmpty()) {
            return List.of();
        }
        byte[][] ids =
                raws.stream().map(raw -> bytes(WireFormat.parse(raw).id())).toArray(byte[][]::new);
        List<byte[]> counts = connection.hashCommands().hMGet(bytes(QueueKeys.attempts(queue)), ids);
        List<InHand> described = new ArrayList<>();
        for (int i = 0; i < raws.size(); i++) {
            byte[] raw = raws.get(i);
            byte[] text = counts.get(i);
            Counts count = Counts.parse(text == null ? "" : ListCommands.text(text));
            long enqueuedAt = WireFormat.enqueuedAt(raw).orElse(Long.MAX_VALUE);
            long age = enqueuedAt == Long.MAX_VALUE ? -1 : Math.max(0, lease.now() - enqueuedAt);
            described.add(new InHand(
                    queue,
                    lease.worker(),
                    lease.leftMillis(),
                    ListCommands.text(ids[i]),
                    raw,
                    age,
                    count.deliveries(),
                    count.failures()));
        }
        return described;
    }

    private <T> T call(Function<RedisConnection, T> call) {
        return Objects.requireNonNull(redis.execute((RedisConnection connection) -> call.apply(connection)));
    }
}
