package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import org.springframework.stereotype.Component;

/** Tells the buyer's claim in Redis that the order is paid. The row says that this is owed until it was done. */
@Component
class PaidNote {

    private static final LuaScript SETTLE = LuaScript.load("order/settle_claims.lua");

    private final OrderMapper orders;
    private final RedisLink redis;

    PaidNote(OrderMapper orders, RedisLink redis) {
        this.orders = orders;
        this.redis = redis;
    }

    /**
     * Writes the note, whatever the claim says so far.
     *
     * @param order a paid order
     * @throws SeckillException SYSTEM_BUSY if Redis is away; the note stays owed
     */
    void write(OrderRow order) {
        String claims = RedisKeys.claims(order.activityId());
        redis.callForNumber(
                SETTLE,
                new String[] {claims, claims + ":none"},
                Claim.NOT_PAID_YET,
                Claim.PAID,
                Long.toString(order.userId()),
                Long.toString(order.id()));
        orders.noteTold(order.id(), OrderRow.OWES_PAID_NOTE, OrderRow.OWES_NOTHING);
    }
}
