package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.queue.BatchResult;
import io.seckill.queue.Delivery;
import io.seckill.queue.HandBackException;
import io.seckill.queue.OrderHandler;
import io.seckill.service.OnWorker;
import io.seckill.service.redis.RedisLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The consumer's work: a batch of one activity's accepted orders becomes rows, and the buyers' claims say so. */
@Component
@OnWorker
class OrderWriter implements OrderHandler {

    private static final Logger log = LoggerFactory.getLogger(OrderWriter.class);

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
        BatchClaims claimed =
                BatchClaims.read(redis, activityId, orders.stream().distinct().toList());
        List<Settled> settled = new ArrayList<>();
        if (!claimed.claimed().isEmpty()) {
            settled.addAll(store.store(activityId, claimed.epoch(), claimed.claimed()));
        }
        settled.addAll(withoutClaims(claimed, result));
        settled.forEach(one -> note(one, result));
        log.debug("[consumer] {} orders of activity {} settled", settled.size(), activityId);
        return result.beforeAck(claims.settle(activityId, settled)).build();
    }

    /**
     * An order without a claim is either settled already, or Redis has lost or been robbed of the claim. It is not stored
     * then: its units are on sale again. A rebuild, for which a shut sale waits, gives a claim to whatever survived.
     */
    private List<Settled> withoutClaims(BatchClaims claimed, BatchResult.Builder result) {
        if (claimed.unclaimed().isEmpty()) {
            return List.of();
        }
        List<Settled> known = store.known(claimed.unclaimed());
        Set<Long> settled = known.stream().map(one -> one.order().orderId()).collect(Collectors.toSet());
        for (AcceptedOrder order : claimed.unclaimed()) {
            if (settled.contains(order.orderId())) {
                continue;
            }
            if (!claimed.open()) {
                throw new HandBackException("activity " + order.activityId() + " is shut and has lost claims", null);
            }
            log.atError()
                    .addKeyValue("orderId", order.orderId())
                    .log("[consumer] order {} has no claim in Redis; it is not stored", order.orderId());
            result.retry(Long.toString(order.orderId()), "its buyer holds no claim for it in Redis");
        }
        return known;
    }

    private static void note(Settled settled, BatchResult.Builder result) {
        String id = Long.toString(settled.order().orderId());
        if (settled instanceof Settled.Impossible impossible) {
            result.dead(id, impossible.why());
        } else {
            result.done(id);
        }
    }
}
