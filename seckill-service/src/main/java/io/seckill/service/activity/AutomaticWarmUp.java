package io.seckill.service.activity;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Warms activities up some time before they begin, where that is configured. */
@Component
@OnWorker
class AutomaticWarmUp {

    private static final Logger log = LoggerFactory.getLogger(AutomaticWarmUp.class);

    private final ActivityEditMapper edits;
    private final WarmUpService warmUps;
    private final ActivityProperties properties;
    private final Map<Long, ErrorCode> lastSaid = new HashMap<>();
    private boolean away;

    AutomaticWarmUp(ActivityEditMapper edits, WarmUpService warmUps, ActivityProperties properties) {
        this.edits = edits;
        this.warmUps = warmUps;
        this.properties = properties;
    }

    @Scheduled(fixedDelay = 1000)
    void warmUpDue() {
        if (properties.warmUpAhead().isZero()) {
            return;
        }
        try {
            edits.dueForWarmUp(properties.warmUpAhead().toMillis()).forEach(this::warmUp);
            away = false;
        } catch (DataAccessException | TransactionException e) {
            if (!away) {
                log.warn("[consumer] activities cannot be warmed up ahead now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }

    private void warmUp(long activityId) {
        try {
            warmUps.warmUp(activityId, "worker");
            lastSaid.remove(activityId);
        } catch (SeckillException e) {
            if (lastSaid.put(activityId, e.code()) != e.code()) {
                log.error("[consumer] activity {} cannot be warmed up ahead: {}", activityId, e.getMessage());
            }
        }
    }
}
