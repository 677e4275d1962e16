package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.queue.PipelineStep;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.stereotype.Component;

/** Writes into the buyers' claims what became of their orders. */
@Component
class ClaimBook {

    private static final LuaScript SETTLE = LuaScript.load("order/settle_claims.lua");

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
        List<String> args = new ArrayList<>();
        for (Settled one : settled) {
            if (one instanceof Settled.Stored stored) {
                add(args, stored.order(), Claim.pendingPayment(stored.payBefore()));
            } else if (one instanceof Settled.Known known && !known.row().isCancelled()) {
                add(args, known.order(), Claim.stored(known.row()));
            }
        }
        return write(activityId, args);
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
                                Long.toString(order.userId()),
                                Long.toString(order.orderId()),
                                NOT_STORED_YET,
                                state)
                        .get(0)
                == 1;
    }

    private static void add(List<String> args, AcceptedOrder order, String state) {
        args.addAll(List.of(Long.toString(order.userId()), Long.toString(order.orderId()), NOT_STORED_YET, state));
    }

    private static PipelineStep write(long activityId, List<String> args) {
        String claims = RedisKeys.claims(activityId);
        byte[][] keysAndArgs = new byte[2 + args.size()][];
        keysAndArgs[0] = bytes(claims);
        keysAndArgs[1] = bytes(claims + ":none");
        for (int i = 0; i < args.size(); i++) {
            keysAndArgs[2 + i] = bytes(args.get(i));
        }
        return connection -> {
            if (!args.isEmpty()) {
                connection.scriptingCommands().eval(bytes(SETTLE.text()), ReturnType.INTEGER, 2, keysAndArgs);
            }
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
