package io.seckill.service.ending;

import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import io.seckill.service.activity.ActivityProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Closes sales some time after their end, if nobody has, and archives what is closed and drained. */
@Component
@OnWorker
class EndingDuty {

    private static final Logger log = LoggerFactory.getLogger(EndingDuty.class);

    private final EndingMapper endings;
    private final SaleCloser closer;
    private final SaleArchiver archiver;
    private final ActivityProperties properties;
    private boolean away;

    EndingDuty(EndingMapper endings, SaleCloser closer, SaleArchiver archiver, ActivityProperties properties) {
        this.endings = endings;
        this.closer = closer;
        this.archiver = archiver;
        this.properties = properties;
    }

    @Scheduled(fixedDelay = 1000)
    void endSales() {
        try {
            long overdueMillis = properties.closeAfter().toMillis();
            endings.overdue(overdueMillis).forEach(id -> closer.closeOverdue(id, overdueMillis));
            archiver.archiveDrained();
            away = false;
        } catch (DataAccessException | TransactionException | SeckillException e) {
            if (!away) {
                log.warn("[consumer] sales cannot be closed and archived now; trying on: {}", e.getMessage());
            }
            away = true;
        }
    }
}
