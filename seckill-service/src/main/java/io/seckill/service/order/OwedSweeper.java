package io.seckill.service.order;

import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Sees to it that Redis hears of every cancelled and every paid order, also when whoever changed it died right after. */
@Component
@OnWorker
class OwedSweeper {

    private static final Logger log = LoggerFactory.getLogger(OwedSweeper.class);
    private static final int PAGE = 200;

    private final OrderMapper orders;
    private final OwedToRedis owed;
    private boolean away;

    OwedSweeper(OrderMapper orders, OwedToRedis owed) {
        this.orders = orders;
        this.owed = owed;
    }

    @Scheduled(fixedDelay = 500)
    void sweep() {
        try {
            long after = 0;
            List<OrderRow> page;
            do {
                page = orders.owed(after, PAGE);
                owed.tell(page);
                after = page.isEmpty() ? after : page.get(page.size() - 1).id();
            } while (page.size() == PAGE);
            away = false;
        } catch (DataAccessException | TransactionException | SeckillException e) {
            if (!away) {
                log.warn(
                        "[consumer] Redis cannot be told of cancelled and paid orders now; trying on: {}",
                        e.getMessage());
            }
            away = true;
        }
    }
}
