package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Brings the units of cancelled orders back to Redis. The row says that they are owed until the script has run; the
 * script acts only on a claim that holds the very order; so whoever dies in between, they come back exactly once.
 */
@Component
@OnWorker
class UnitsReturner {

    private static final Logger log = LoggerFactory.getLogger(UnitsReturner.class);
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");
    private static final int PAGE = 200;

    private final OrderMapper orders;
    private final RedisLink redis;
    private boolean away;

    UnitsReturner(OrderMapper orders, RedisLink redis) {
        this.orders = orders;
        this.redis = redis;
    }

    @Scheduled(fixedDelay = 500)
    void returnUnits() {
        try {
            List<OrderRow> page;
            do {
                page = orders.awaitingReturn(PAGE);
            } while (page.stream().filter(this::giveBack).count() == PAGE);
            away = false;
        } catch (DataAccessException | TransactionException | SeckillException e) {
            if (!away) {
                log.warn("[consumer] units of cancelled orders cannot be returned now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }

    private boolean giveBack(OrderRow order) {
        String claims = RedisKeys.claims(order.activityId());
        long answer = (Long) redis.call(
                        RETURN,
                        new String[] {
                            RedisKeys.activity(order.activityId()),
                            RedisKeys.stock(order.activityId()),
                            claims,
                            claims + ":none"
                        },
                        Long.toString(order.userId()),
                        Long.toString(order.id()))
                .get(0);
        if (answer < 0) {
            log.error(
                    "[consumer] the units of order {} cannot be returned: a key of activity {} is missing or unreadable",
                    order.id(),
                    order.activityId());
            return false;
        }
        return orders.markReturned(order.id()) == 1;
    }
}
