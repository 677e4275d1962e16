package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.QueueKeys;
import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Reads which messages of a sale are on their way, without ever reading a long queue at once. */
@Component
class WaitingReader {

    private static final LuaScript WAITING = LuaScript.load("reconcile/waiting.lua");

    /** So many messages are read in one go: some 6 ms of Redis. */
    static final int MOST_AT_ONCE = 10_000;

    private static final int PAGE = 1_000;
    private static final int MOST_PASSES = 50;
    private static final long WHOLE = 1;
    private static final long GATED = -1;
    private static final long TOO_MANY = -2;

    private final RedisLink scripts;
    private final StringRedisTemplate redis;

    WaitingReader(RedisLink scripts, StringRedisTemplate redis) {
        this.scripts = scripts;
        this.redis = redis;
    }

    /**
     * One reading. Which processing lists there are is known before they are read: if a worker has taken its first
     * messages in between they would be missing, so it is done again.
     *
     * @param activityId the activity
     * @return what was on the way; empty if the sale is gated or not there
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    Optional<Waiting> read(long activityId) {
        String queue = RedisKeys.queue(activityId);
        Set<String> workers = workers(queue);
        for (int pass = 1; ; pass++) {
            List<String> keys = new ArrayList<>(List.of(RedisKeys.activity(activityId), queue, QueueKeys.retry(queue)));
            workers.forEach(worker -> keys.add(QueueKeys.processing(queue, worker)));
            List<Object> reply = scripts.call(WAITING, keys.toArray(String[]::new), Integer.toString(MOST_AT_ONCE));
            Set<String> after = workers(queue);
            if (workers.containsAll(after)) {
                return waiting(queue, reply);
            }
            if (pass == MOST_PASSES) {
                throw SeckillException.busy("workers come and go too fast to look at " + queue, null);
            }
            workers.addAll(after);
        }
    }

    private static Optional<Waiting> waiting(String queue, List<Object> reply) {
        long code = (Long) reply.get(0);
        if (code == GATED) {
            return Optional.empty();
        }
        Waiting waiting = new Waiting(
                code == WHOLE, code != TOO_MANY, Long.parseLong((String) reply.get(1)), Long.parseLong((String)
                        reply.get(2)));
        reply.stream()
                .skip(3)
                .flatMap(message -> order(queue, (String) message).stream())
                .forEach(waiting::add);
        return Optional.of(waiting);
    }

    /**
     * Looks for some messages in a queue of any length, page by page from its young end: messages that arrive push the
     * others on, so one may be met twice but none is passed over.
     *
     * @param activityId the activity
     * @param orderIds the orders
     * @return those of them whose message is in the queue
     */
    Set<Long> among(long activityId, Set<Long> orderIds) {
        String queue = RedisKeys.queue(activityId);
        Set<Long> found = new HashSet<>();
        List<String> page;
        long from = 0;
        do {
            List<String> read = redis.opsForList().range(queue, from, from + PAGE - 1);
            page = read == null ? List.of() : read;
            page.stream()
                    .flatMap(message -> order(queue, message).stream())
                    .map(AcceptedOrder::orderId)
                    .filter(orderIds::contains)
                    .forEach(found::add);
            from += PAGE;
        } while (page.size() == PAGE);
        return found;
    }

    private static Optional<AcceptedOrder> order(String queue, String message) {
        return AcceptedOrder.read(queue, message.getBytes(StandardCharsets.UTF_8));
    }

    private Set<String> workers(String queue) {
        Set<String> workers = redis.opsForZSet().range(QueueKeys.workers(queue), 0, -1);
        return workers == null ? new HashSet<>() : new HashSet<>(workers);
    }
}
