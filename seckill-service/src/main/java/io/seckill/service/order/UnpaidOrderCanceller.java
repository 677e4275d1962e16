package io.seckill.service.order;

import io.seckill.service.OnWorker;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Cancels orders that were not paid in time. It asks MySQL's index, by MySQL's clock: nothing is lost by a restart, and
 * no other clock can cancel anything early. Two workers pass over what the other has locked.
 */
@Component
@OnWorker
class UnpaidOrderCanceller {

    private static final Logger log = LoggerFactory.getLogger(UnpaidOrderCanceller.class);
    private static final int PAGE = 500;

    private final OrderMapper orders;
    private final ActivityMapper activities;
    private final Transactions transactions;
    private boolean away;

    UnpaidOrderCanceller(OrderMapper orders, ActivityMapper activities, Transactions transactions) {
        this.orders = orders;
        this.activities = activities;
        this.transactions = transactions;
    }

    @Scheduled(fixedDelay = 1000)
    void cancelOverdue() {
        try {
            int cancelled;
            do {
                cancelled = transactions.in(this::cancelPage);
            } while (cancelled == PAGE);
            away = false;
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) == SqlFailure.DATA) {
                throw e;
            }
            if (!away) {
                log.warn("[consumer] unpaid orders cannot be cancelled now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }

    private int cancelPage() {
        List<OrderRow> overdue = orders.lockOverdue(PAGE);
        if (overdue.isEmpty()) {
            return 0;
        }
        orders.timeOut(overdue.stream().map(OrderRow::id).toList());
        // Always in the same order of activities, so that two workers cannot wait for each other in a circle.
        Map<Long, Long> units = overdue.stream()
                .collect(Collectors.groupingBy(
                        OrderRow::activityId, TreeMap::new, Collectors.summingLong(OrderRow::quantity)));
        units.forEach(activities::giveStock);
        log.info("[consumer] {} orders were not paid in time and are cancelled", overdue.size());
        return overdue.size();
    }
}
