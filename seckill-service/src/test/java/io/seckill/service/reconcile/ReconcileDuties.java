package io.seckill.service.reconcile;

import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.audit.SteppedAudit;
import io.seckill.service.database.Transactions;
import io.seckill.service.redis.NoLocks;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.simulator.MySqlModel;
import io.seckill.service.simulator.World;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The product's reconciliation, put together for one process of the simulator. */
public final class ReconcileDuties {

    private final Reconciler reconciler;

    public ReconcileDuties(
            World world,
            RedisLink redis,
            StringRedisTemplate template,
            MySqlModel mysql,
            Transactions transactions,
            ActivityMapper activities) {
        ReconcileRows rows = new ReconcileRows(mysql);
        reconciler = new Reconciler(
                new OrderLook(new WaitingReader(redis, template), new ClaimPages(template), rows),
                new Repairs(rows, rows, redis, new SteppedAudit(mysql), transactions),
                new SteppedReports(world),
                new SteppedPause(world),
                activities,
                new NoLocks());
    }

    public ReconcileReport run(long activityId) {
        return reconciler.run(activityId, "simulator");
    }
}
