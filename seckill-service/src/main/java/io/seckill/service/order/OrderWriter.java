package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.BatchResult;
import io.seckill.queue.Delivery;
import io.seckill.queue.HandBackException;
import io.seckill.queue.OrderHandler;
import io.seckill.service.OnWorker;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The consumer's work: a batch of one activity's accepted orders becomes rows, and the buyers' claims say so. */
@Component
@OnWorker
class OrderWriter implements OrderHandler {

    private static final Logger log = LoggerFactory.getLogger(OrderWriter.class);
    private static final LuaScript GATE = LuaScript.load("reconcile/gate.lua");

    private final OrderStore store;
    private final ClaimBook claims;
    private final RedisLink redis;

    OrderWriter(OrderStore store, ClaimBook claims, RedisLink redis) {
        this.store = store;
        this.claims = claims;
        this.redis = redis;
    }

    @Override
    public BatchResult handle(String queue, List<Delivery> batch) {
        long activityId = RedisKeys.activityOfQueue(queue);
        BatchResult.Builder result = BatchResult.builder();
        List<AcceptedOrder> orders = new ArrayList<>();
        for (Delivery delivery : batch) {
            Optional<AcceptedOrder> order =
                    AcceptedOrder.read(delivery).filter(read -> read.activityId() == activityId);
            if (order.isPresent()) {
                orders.add(order.get());
            } else {
                result.dead(delivery.messageId(), "not an order of activity " + activityId);
            }
        }
        if (orders.isEmpty()) {
            return result.build();
        }
        // The same message pushed twice is one order.
        List<AcceptedOrder> distinct = orders.stream().distinct().toList();
        List<Settled> settled = store.store(activityId, epoch(activityId), distinct);
        settled.forEach(one -> note(one, result));
        log.debug("[consumer] {} orders of activity {} settled", settled.size(), activityId);
        return result.beforeAck(claims.settle(activityId, settled)).build();
    }

    private static void note(Settled settled, BatchResult.Builder result) {
        String id = Long.toString(settled.order().orderId());
        if (settled instanceof Settled.Impossible impossible) {
            result.dead(id, impossible.why());
        } else {
            result.done(id);
        }
    }

    /** Read with each batch: a worker that still talks to a Redis that was replaced stores nothing more. */
    private long epoch(long activityId) {
        List<Object> answer;
        try {
            answer = redis.call(GATE, new String[] {RedisKeys.activity(activityId)});
        } catch (SeckillException e) {
            throw new HandBackException("the epoch of activity " + activityId + " cannot be read", e);
        }
        if ((Long) answer.get(0) < 0) {
            throw new HandBackException("activity " + activityId + " is not in Redis", null);
        }
        return Long.parseLong((String) answer.get(1));
    }
}
