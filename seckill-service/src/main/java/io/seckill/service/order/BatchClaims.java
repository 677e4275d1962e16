package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.HandBackException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What Redis says of a batch before it is stored: the epoch, which the transaction then demands of MySQL, and which
 * orders have their claims. Both at one instant: should Redis lose its latest past after that, the epoch in MySQL rises
 * before anything is built anew, and the transaction is refused; a worker that slept through all of it finds no claim.
 *
 * @param open whether the sale is open for this run of Redis
 * @param epoch the epoch it sells under
 * @param claimed the orders whose buyers' claims hold them
 * @param unclaimed the others
 */
record BatchClaims(boolean open, long epoch, List<AcceptedOrder> claimed, List<AcceptedOrder> unclaimed) {

    private static final LuaScript CLAIMS = LuaScript.load("order/claims_of_batch.lua");
    private static final long NOT_THERE = -1;
    private static final long OPEN = 1;

    /**
     * Asks Redis.
     *
     * @param redis where
     * @param activityId the activity
     * @param orders its orders
     * @return what it says
     * @throws HandBackException if Redis is away or has no such activity
     */
    static BatchClaims read(RedisLink redis, long activityId, List<AcceptedOrder> orders) {
        String[] args = new String[2 * orders.size()];
        for (int i = 0; i < orders.size(); i++) {
            args[i] = Long.toString(orders.get(i).userId());
            args[orders.size() + i] = Long.toString(orders.get(i).orderId());
        }
        List<Object> answer;
        try {
            answer = redis.call(
                    CLAIMS, new String[] {RedisKeys.activity(activityId), RedisKeys.claims(activityId)}, args);
        } catch (SeckillException e) {
            throw new HandBackException("the epoch of activity " + activityId + " cannot be read", e);
        }
        if ((Long) answer.get(0) == NOT_THERE) {
            throw new HandBackException("activity " + activityId + " is not in Redis", null);
        }
        List<AcceptedOrder> unclaimed = answer.stream()
                .skip(2)
                .map(index -> orders.get(Math.toIntExact((Long) index)))
                .toList();
        List<AcceptedOrder> claimed = orders;
        if (!unclaimed.isEmpty()) {
            claimed = new ArrayList<>(orders);
            claimed.removeAll(new HashSet<>(unclaimed));
        }
        return new BatchClaims(
                (Long) answer.get(0) == OPEN, Long.parseLong((String) answer.get(1)), claimed, unclaimed);
    }
}
