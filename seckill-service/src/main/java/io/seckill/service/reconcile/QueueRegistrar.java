package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import io.seckill.queue.OrderQueue;
import io.seckill.service.OnWorker;
import io.seckill.service.activity.ActivityMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the queues of all sales on the list of queues. On a cluster that list is in another slot than the sales, so it can
 * be lost alone: orders would be accepted as ever, and no worker would come to store them.
 */
@Component
@OnWorker
class QueueRegistrar {

    private static final Logger log = LoggerFactory.getLogger(QueueRegistrar.class);

    private final ActivityMapper activities;
    private final OrderQueue queue;
    private final long everyNanos;
    private long lastNanos = System.nanoTime();

    QueueRegistrar(ActivityMapper activities, OrderQueue queue, ReconcileProperties properties) {
        this.activities = activities;
        this.queue = queue;
        this.everyNanos = properties.registryCheck().toNanos();
    }

    @Scheduled(fixedDelay = 1000)
    void register() {
        if (System.nanoTime() - lastNanos < everyNanos) {
            return;
        }
        lastNanos = System.nanoTime();
        try {
            activities.inRedis().forEach(activity -> queue.register(RedisKeys.queue(activity.id())));
        } catch (DataAccessException | TransactionException e) {
            // That a store is away is said by whoever needs it more.
            log.debug("[consumer] the list of queues cannot be written now: {}", e.getMessage());
        }
    }
}
