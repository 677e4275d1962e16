package io.seckill.service.ending;

import io.seckill.common.RedisKeys;
import io.seckill.queue.OrderQueue;
import io.seckill.queue.QueueKeys;
import io.seckill.service.OnWorker;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityProperties;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import io.seckill.service.monitor.ActivityMonitor;
import io.seckill.service.monitor.ActivitySnapshot;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Archives closed sales once nothing of them moves any more, and lets their keys in Redis expire. Looked at from the
 * queue to MySQL and back to the queue: an order that left the queue between the two looks at it is a row by the second
 * one, and a row cannot come up while the activity's row is locked.
 */
@Component
@OnWorker
class SaleArchiver {

    private static final Logger log = LoggerFactory.getLogger(SaleArchiver.class);
    private static final LuaScript GATE = LuaScript.load("reconcile/gate.lua");
    private static final LuaScript ARCHIVE = LuaScript.load("ending/archive.lua");
    private static final long OPEN_FOR_THIS_RUN = 1;
    private static final long LOOK_BACK_MS = 86_400_000;

    /** A sale that does not add up is compared again after this: it takes a look at all its orders. */
    private static final long LOOK_AGAIN_NANOS = 30_000_000_000L;

    private final ActivityMapper activities;
    private final EndingMapper endings;
    private final OrderQueue queues;
    private final ActivityMonitor monitor;
    private final RedisLink redis;
    private final AuditLog audit;
    private final Transactions transactions;
    private final ActivityProperties properties;
    private final Set<Long> leftRedis = new HashSet<>();
    private final Set<Long> said = new HashSet<>();
    private final Map<Long, Long> nextLook = new HashMap<>();

    SaleArchiver(
            ActivityMapper activities,
            EndingMapper endings,
            OrderQueue queues,
            ActivityMonitor monitor,
            RedisLink redis,
            AuditLog audit,
            Transactions transactions,
            ActivityProperties properties) {
        this.activities = activities;
        this.endings = endings;
        this.queues = queues;
        this.monitor = monitor;
        this.redis = redis;
        this.audit = audit;
        this.transactions = transactions;
        this.properties = properties;
    }

    /** Archives what can be, and sees to it that Redis forgets what was archived, by whomever. */
    void archiveDrained() {
        List<Activity> closed = activities.inState(ActivityState.CLOSED);
        List<Long> ids = closed.stream().map(Activity::id).toList();
        said.retainAll(ids);
        nextLook.keySet().retainAll(ids);
        closed.forEach(this::archiveIfDrained);
        long keptMillis = properties.keepArchived().toMillis();
        List<Long> archived = endings.archived(keptMillis + LOOK_BACK_MS);
        leftRedis.retainAll(archived);
        for (long activityId : archived) {
            // Twice at least: a worker that still knew the queue may have written its lease once more.
            if (!leftRedis.contains(activityId) && letExpire(activityId, keptMillis) == 0) {
                leftRedis.add(activityId);
            }
        }
    }

    private void archiveIfDrained(Activity closed) {
        long activityId = closed.id();
        try {
            if (isClosedInRedis(closed)
                    && isQueueEmpty(activityId)
                    && endings.isDrained(activityId, RedisKeys.queue(activityId))
                    && addsUp(activityId)
                    && transactions.in(() -> archive(activityId))) {
                log.info("Activity {} is drained and archived", activityId);
            }
        } catch (DataAccessException e) {
            // A key of this one may be of a wrong type; the others go on.
            sayOnce(activityId, e.getMessage());
        }
    }

    /** Whoever has a claim and no order would be forgotten with it; a repair or a rebuild comes first. */
    private boolean addsUp(long activityId) {
        long now = System.nanoTime();
        if (now - nextLook.getOrDefault(activityId, now) < 0) {
            return false;
        }
        ActivitySnapshot snapshot = monitor.snapshot(activityId);
        if (!snapshot.problems().isEmpty()) {
            nextLook.put(activityId, now + LOOK_AGAIN_NANOS);
            sayOnce(activityId, "its stores contradict each other: " + snapshot.problems());
        }
        return snapshot.atRest() && snapshot.problems().isEmpty();
    }

    private void sayOnce(long activityId, @Nullable String why) {
        if (said.add(activityId)) {
            log.error("[consumer] activity {} cannot be archived: {}", activityId, why);
        }
    }

    /** Not while its gate is shut: the Redis of this run has to be known to have lost nothing. */
    private boolean isClosedInRedis(Activity activity) {
        long id = activity.id();
        List<Object> gate =
                redis.call(GATE, new String[] {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)});
        return (Long) gate.get(0) == OPEN_FOR_THIS_RUN
                && Long.toString(activity.epoch()).equals(gate.get(1))
                && ActivityState.CLOSED.name().equals(gate.get(5));
    }

    private boolean isQueueEmpty(long activityId) {
        return queues.snapshot(RedisKeys.queue(activityId)).empty();
    }

    private boolean archive(long activityId) {
        Activity before = activities.lock(activityId).orElseThrow();
        if (!endings.isDrained(activityId, RedisKeys.queue(activityId))
                || !isQueueEmpty(activityId)
                || endings.archive(activityId) == 0) {
            return false;
        }
        Activity archived = activities.find(activityId).orElseThrow();
        audit.note("worker", "ARCHIVE_ACTIVITY", "activity:" + activityId, before, archived);
        return true;
    }

    private long letExpire(long activityId, long keptMillis) {
        String queue = RedisKeys.queue(activityId);
        queues.unregister(queue);
        return redis.callForNumber(
                ARCHIVE,
                new String[] {
                    RedisKeys.activity(activityId),
                    RedisKeys.stock(activityId),
                    RedisKeys.claims(activityId),
                    RedisKeys.regrabs(activityId),
                    RedisKeys.rebuild(activityId),
                    queue,
                    QueueKeys.retry(queue),
                    QueueKeys.attempts(queue),
                    QueueKeys.workers(queue)
                },
                Long.toString(keptMillis));
    }
}
