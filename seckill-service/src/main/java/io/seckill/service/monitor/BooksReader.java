package io.seckill.service.monitor;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.StockLedgerMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads one activity from MySQL, all of it as of one instant. */
@Component
class BooksReader {

    /** More open letters than this are counted up to here; somebody has a bigger problem then. */
    static final int MOST_LETTERS = 10_000;

    private static final int PAGE = 5_000;

    private final ActivityMapper activities;
    private final StockLedgerMapper ledger;
    private final MonitorMapper sums;
    private final TransactionTemplate snapshot;

    BooksReader(
            ActivityMapper activities,
            StockLedgerMapper ledger,
            MonitorMapper sums,
            PlatformTransactionManager transactions) {
        this.activities = activities;
        this.ledger = ledger;
        this.sums = sums;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setReadOnly(true);
    }

    /**
     * One reading.
     *
     * @param figures the sums
     * @param live units of each live order by its id; {@code null} if they were not asked for
     * @param dead units of each open dead letter by its order's id, without those whose order is stored
     */
    record Books(MySqlFigures figures, @Nullable Map<Long, Long> live, Map<Long, Long> dead) {}

    Books read(long activityId, boolean withOrders) {
        return snapshot.execute(status -> {
            Activity activity = activities.find(activityId).orElseThrow(() -> unknown(activityId));
            List<MonitorMapper.OpenLetter> letters = sums.openLetters(RedisKeys.queue(activityId), MOST_LETTERS);
            Map<Long, Long> dead = DeadUnits.byOrder(letters);
            return new Books(figures(activity, letters.size(), dead), withOrders ? live(activityId) : null, dead);
        });
    }

    static SeckillException unknown(long activityId) {
        return new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "no activity " + activityId);
    }

    private MySqlFigures figures(Activity activity, int letters, Map<Long, Long> dead) {
        MonitorMapper.OrderSums orders = sums.orders(activity.id());
        return new MySqlFigures(
                activity.state(),
                activity.totalStock(),
                activity.stock(),
                activity.reserved(),
                ledger.granted(activity.id()),
                sums.pendingGrants(activity.id()),
                orders.liveOrders(),
                orders.liveUnits(),
                orders.cancelledOrders(),
                orders.returningOrders(),
                letters,
                dead.values().stream().mapToLong(Long::longValue).sum(),
                activity.maxSeq(),
                activity.epoch());
    }

    private Map<Long, Long> live(long activityId) {
        Map<Long, Long> live = new HashMap<>();
        long lastUser = 0;
        List<MonitorMapper.LiveOrder> page;
        do {
            page = sums.liveOrders(activityId, lastUser, PAGE);
            for (MonitorMapper.LiveOrder order : page) {
                live.put(order.id(), (long) order.quantity());
                lastUser = order.userId();
            }
        } while (page.size() == PAGE);
        return live;
    }
}
