package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Brings the units of a cancelled order back to Redis. The row says that they are owed until the script has run; the
 * script acts only on a claim that holds the very order; so whoever dies in between, they come back exactly once. Those of
 * a sale that is shut stay owed until it is open again.
 */
@Component
class UnitsReturner {

    private static final Logger log = LoggerFactory.getLogger(UnitsReturner.class);
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");

    /** Not open for this run of Redis; a worker opens it, or it is rebuilt, and the sweeper tries again. */
    private static final long SHUT = -2;

    private final OrderMapper orders;
    private final RedisLink redis;
    private final Set<Long> saidBroken = ConcurrentHashMap.newKeySet();

    UnitsReturner(OrderMapper orders, RedisLink redis) {
        this.orders = orders;
        this.redis = redis;
    }

    /**
     * Returns the units of one order, if they are not back yet and its sale is open in Redis.
     *
     * @param order a cancelled order that owes its units
     * @throws SeckillException SYSTEM_BUSY if Redis is away; the units stay owed
     */
    void giveBack(OrderRow order) {
        giveBack(List.of(order));
    }

    /**
     * Returns the units of some orders whose sales are open in Redis, without waiting in between.
     *
     * @param owing cancelled orders that owe their units
     * @throws SeckillException SYSTEM_BUSY if Redis is away; units of which it is not known that they are back stay owed
     */
    void giveBack(List<OrderRow> owing) {
        giveBack(owing, false);
    }

    /** The same, for whoever is about to open a sale that is shut: {@link ClaimCatchUp}. */
    void giveBackBeforeItOpens(OrderRow order) {
        giveBack(List.of(order), true);
    }

    private void giveBack(List<OrderRow> owing, boolean alsoIfShut) {
        List<CompletionStage<List<Object>>> asked =
                owing.stream().map(order -> ask(order, alsoIfShut)).toList();
        List<Long> told = new ArrayList<>();
        try {
            for (int i = 0; i < owing.size(); i++) {
                OrderRow order = owing.get(i);
                long answer =
                        (Long) RedisLink.await(RETURN.name(), asked.get(i)).get(0);
                if (answer >= 0) {
                    told.add(order.id());
                    saidBroken.remove(order.activityId());
                } else if (answer != SHUT) {
                    sayBroken(order.activityId());
                }
            }
        } finally {
            if (!told.isEmpty()) {
                orders.noteReturned(told);
            }
        }
    }

    private CompletionStage<List<Object>> ask(OrderRow order, boolean alsoIfShut) {
        long activityId = order.activityId();
        String claims = RedisKeys.claims(activityId);
        boolean buyersDoing = order.closeReason() == CloseReason.USER || order.closeReason() == CloseReason.TIMEOUT;
        String[] keys = {
            RedisKeys.activity(activityId),
            RedisKeys.stock(activityId),
            claims,
            RedisKeys.regrabs(activityId),
            claims + ":none"
        };
        return redis.eval(
                RETURN,
                keys,
                Long.toString(order.userId()),
                Long.toString(order.id()),
                buyersDoing ? "1" : "0",
                Long.toString(ResellHold.HELD_MS),
                alsoIfShut ? "1" : "0");
    }

    private void sayBroken(long activityId) {
        if (saidBroken.add(activityId)) {
            log.error(
                    "[service] units of activity {} cannot be returned: a key of it is missing or unreadable in Redis."
                            + " They stay owed until it is rebuilt",
                    activityId);
        }
    }
}
