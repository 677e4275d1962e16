package io.seckill.service.activity;

import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Sees to it that Redis sells under the settings that MySQL has, also when whoever changed them died right after. */
@Component
@OnWorker
class SaleSync {

    private static final Logger log = LoggerFactory.getLogger(SaleSync.class);

    private final ActivityMapper activities;
    private final SaleSettings settings;
    private boolean away;

    SaleSync(ActivityMapper activities, SaleSettings settings) {
        this.activities = activities;
        this.settings = settings;
    }

    /** Looks at every sale; one that is as it should be costs one cheap read of each store. */
    @Scheduled(fixedDelay = 1000)
    void sync() {
        try {
            activities.inRedis().forEach(activity -> settings.push(activity.id()));
            away = false;
        } catch (DataAccessException | TransactionException | SeckillException e) {
            if (!away) {
                log.warn("[consumer] the sales' settings cannot be looked at now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }
}
