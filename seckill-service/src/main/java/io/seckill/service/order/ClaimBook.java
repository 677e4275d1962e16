package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.queue.PipelineStep;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.stereotype.Component;

/** Writes into the buyers' claims what became of their orders. */
@Component
class ClaimBook {

    private static final LuaScript SETTLE = LuaScript.load("order/settle_claims.lua");
    private static final byte[] SETTLE_TEXT = bytes(SETTLE.text());
    private static final int KEYS = 2;

    /** From waiting, and from dead letters that were replayed. */
    private static final String NOT_STORED_YET = Claim.QUEUED + Claim.DEAD;

    private final RedisLink redis;

    ClaimBook(RedisLink redis) {
        this.redis = redis;
    }

    /**
     * Notes that orders are rows now. The whole script goes with the call rather than its digest: in a pipeline a digest
     * that Redis has forgotten could not be followed by anything, and a batch pays for the text only once.
     *
     * @param activityId the activity
     * @param settled what became of its orders
     * @return the commands; without effect when repeated
     */
    PipelineStep settle(long activityId, List<Settled> settled) {
        // Of one batch nearly all have the same state: a call for each state there is.
        Map<String, List<AcceptedOrder>> byState = new LinkedHashMap<>();
        Instant lastPayBefore = Instant.MIN;
        List<AcceptedOrder> pending = List.of();
        for (Settled one : settled) {
            if (one instanceof Settled.Stored stored) {
                if (!stored.payBefore().equals(lastPayBefore)) {
                    lastPayBefore = stored.payBefore();
                    pending = byState.computeIfAbsent(
                            Claim.pendingPayment(lastPayBefore), state -> new ArrayList<>(settled.size()));
                }
                pending.add(stored.order());
            } else if (one instanceof Settled.Known known && !known.row().isCancelled()) {
                byState.computeIfAbsent(Claim.stored(known.row()), state -> new ArrayList<>())
                        .add(known.order());
            }
        }
        List<byte[][]> calls = new ArrayList<>(byState.size());
        byState.forEach((state, orders) -> calls.add(keysAndArgs(activityId, state, orders)));
        return connection ->
                calls.forEach(call -> connection.scriptingCommands().eval(SETTLE_TEXT, ReturnType.INTEGER, KEYS, call));
    }

    /**
     * Notes that an order is a dead letter: its buyer sees that somebody looks after it.
     *
     * @param order the order
     * @return whether its claim is there and says so
     * @throws io.seckill.common.SeckillException if Redis is away
     */
    boolean dead(AcceptedOrder order) {
        return write(order, Claim.DEAD);
    }

    /**
     * Notes that a dead order is on its way into the queue again.
     *
     * @param order the order
     * @return whether its claim is there and says so
     * @throws io.seckill.common.SeckillException if Redis is away
     */
    boolean queuedAgain(AcceptedOrder order) {
        return write(order, Claim.QUEUED);
    }

    private boolean write(AcceptedOrder order, String state) {
        String claims = RedisKeys.claims(order.activityId());
        return (Long) redis.call(
                                SETTLE,
                                new String[] {claims, claims + ":none"},
                                NOT_STORED_YET,
                                state,
                                Long.toString(order.userId()),
                                Long.toString(order.orderId()))
                        .get(0)
                == 1;
    }

    private static byte[][] keysAndArgs(long activityId, String state, List<AcceptedOrder> orders) {
        String claims = RedisKeys.claims(activityId);
        byte[][] all = new byte[KEYS + 2 + 2 * orders.size()][];
        int next = 0;
        all[next++] = bytes(claims);
        all[next++] = bytes(claims + ":none");
        all[next++] = bytes(NOT_STORED_YET);
        all[next++] = bytes(state);
        for (AcceptedOrder order : orders) {
            all[next] = bytes(Long.toString(order.userId()));
            all[next++ + orders.size()] = bytes(Long.toString(order.orderId()));
        }
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
