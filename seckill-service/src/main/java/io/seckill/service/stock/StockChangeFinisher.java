package io.seckill.service.stock;

import io.seckill.service.OnWorker;
import io.seckill.service.database.SqlFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Finishes stock changes whose process died half way, or that Redis was away for. */
@Component
@OnWorker
class StockChangeFinisher {

    private static final Logger log = LoggerFactory.getLogger(StockChangeFinisher.class);

    private final StockMapper stock;
    private final StockChangeService changes;
    private boolean away;

    StockChangeFinisher(StockMapper stock, StockChangeService changes) {
        this.stock = stock;
        this.changes = changes;
    }

    @Scheduled(fixedDelay = 1000)
    void finishNoted() {
        try {
            stock.noted().forEach(changes::finish);
            away = false;
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) == SqlFailure.DATA) {
                throw e;
            }
            if (!away) {
                log.warn("[consumer] stock changes cannot be looked at now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }
}
