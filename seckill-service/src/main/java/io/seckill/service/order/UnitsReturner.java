package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Brings the units of a cancelled order back to Redis. The row says that they are owed until the script has run; the
 * script acts only on a claim that holds the very order; so whoever dies in between, they come back exactly once.
 */
@Component
class UnitsReturner {

    private static final Logger log = LoggerFactory.getLogger(UnitsReturner.class);
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");

    private final OrderMapper orders;
    private final RedisLink redis;
    private final Set<Long> saidBroken = ConcurrentHashMap.newKeySet();

    UnitsReturner(OrderMapper orders, RedisLink redis) {
        this.orders = orders;
        this.redis = redis;
    }

    /**
     * Returns the units of one order, if they are not back yet.
     *
     * @param order a cancelled order that owes its units
     * @throws SeckillException SYSTEM_BUSY if Redis is away; the units stay owed
     */
    void giveBack(OrderRow order) {
        long activityId = order.activityId();
        String claims = RedisKeys.claims(activityId);
        boolean buyersDoing = order.closeReason() == CloseReason.USER || order.closeReason() == CloseReason.TIMEOUT;
        long answer = redis.callForNumber(
                RETURN,
                new String[] {
                    RedisKeys.activity(activityId),
                    RedisKeys.stock(activityId),
                    claims,
                    RedisKeys.regrabs(activityId),
                    claims + ":none"
                },
                Long.toString(order.userId()),
                Long.toString(order.id()),
                buyersDoing ? "1" : "0",
                Long.toString(ResellHold.HELD_MS));
        if (answer >= 0) {
            orders.noteTold(order.id(), OrderRow.OWES_UNITS, OrderRow.UNITS_RETURNED);
            saidBroken.remove(activityId);
        } else if (saidBroken.add(activityId)) {
            log.error(
                    "[service] units of activity {} cannot be returned: a key of it is missing or unreadable in Redis."
                            + " They stay owed until it is rebuilt",
                    activityId);
        }
    }
}
