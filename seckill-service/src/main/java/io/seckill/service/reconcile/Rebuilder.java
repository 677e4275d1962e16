package io.seckill.service.reconcile;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.OrderQueue;
import io.seckill.queue.QueueKeys;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.SaleSettings;
import io.seckill.service.activity.StockLedgerMapper;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.order.OrderCloser;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import io.seckill.service.redis.SaleLocks;
import io.seckill.service.stock.StockBooks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

/**
 * Makes a sale in Redis anew from what MySQL holds and what survives in the queue, after Redis lost its data, went back
 * in time or was tampered with. First the epoch rises in MySQL: whatever was on the way to be stored either is stored by
 * then or will be delivered again. Then the sale is shut and marked as this rebuild's; only the last one to begin can
 * install its result, in one script, which also opens the sale. A closed sale is rebuilt too: its orders are still paid,
 * cancelled and returned.
 */
@Service
public class Rebuilder {

    private static final Logger log = LoggerFactory.getLogger(Rebuilder.class);
    private static final LuaScript BEGIN = LuaScript.load("reconcile/begin_rebuild.lua");
    private static final LuaScript SURVIVORS = LuaScript.load("reconcile/survivors.lua");
    private static final LuaScript DRAFT = LuaScript.load("reconcile/draft_claims.lua");
    private static final LuaScript INSTALL = LuaScript.load("reconcile/install_rebuild.lua");
    private static final int PAGE = 1_000;
    private static final int MOST_PASSES = 50;
    private static final long OVERTAKEN = 0;
    private static final long INSTALLED = 1;
    private static final long WRONG_TYPES = 0;

    private final ActivityMapper activities;
    private final StockLedgerMapper ledger;
    private final StockBooks stock;
    private final SaleSettings settings;
    private final RebuildMapper books;
    private final RedisLink scripts;
    private final StringRedisTemplate redis;
    private final OrderQueue queue;
    private final OrderCloser closer;
    private final SaleLocks locks;
    private final AuditLog audit;
    private final Transactions transactions;

    Rebuilder(
            ActivityMapper activities,
            StockLedgerMapper ledger,
            StockBooks stock,
            SaleSettings settings,
            RebuildMapper books,
            RedisLink scripts,
            StringRedisTemplate redis,
            OrderQueue queue,
            OrderCloser closer,
            SaleLocks locks,
            AuditLog audit,
            Transactions transactions) {
        this.closer = closer;
        this.audit = audit;
        this.transactions = transactions;
        this.locks = locks;
        this.activities = activities;
        this.ledger = ledger;
        this.stock = stock;
        this.settings = settings;
        this.books = books;
        this.scripts = scripts;
        this.redis = redis;
        this.queue = queue;
    }

    /**
     * Rebuilds one sale. It takes no orders meanwhile.
     *
     * @param activityId the activity
     * @param actor who asks for it, for the audit log
     * @return what was found and left
     * @throws SeckillException ACTIVITY_NOT_FOUND; INVALID_STATE if it is neither open nor closed, or if another rebuild overtook this
     *     one; SYSTEM_BUSY if a store is away, in which case the sale stays shut and the next rebuild finishes it
     */
    public RebuildReport rebuild(long activityId, String actor) {
        return locks.alone("rebuild", activityId, () -> makeAnew(activityId, actor));
    }

    private RebuildReport makeAnew(long activityId, String actor) {
        try {
            requireSums(activityId);
            Activity activity = transactions.in(() -> raiseEpoch(activityId, actor));
            begin(activity);
            ClaimDraft draft = draft(activity);
            // Before the sale opens: whoever asks for such an order then finds it cancelled, not missing.
            draft.closed().forEach(closer::close);
            install(activity, draft);
            settings.pushOrLeave(activityId);
            RebuildReport report = draft.report(activityId, activity.epoch());
            log.warn("[service] activity {} was rebuilt and is open: {}", activityId, report);
            return report;
        } catch (DataAccessException e) {
            throw SqlFailure.busyUnlessData("activity " + activityId + " cannot be rebuilt now", e);
        }
    }

    /** Rows that somebody deleted: units would be put on sale that MySQL has not got. */
    private void requireSums(long activityId) {
        Long unaccounted = books.unaccounted(activityId);
        if (unaccounted != null && unaccounted != 0) {
            throw refused(activityId, "mysql-units", unaccounted.toString());
        }
    }

    private Activity raiseEpoch(long activityId, String actor) {
        // Locked: a worker that looks at the gate raises the epoch too, and must not be taken for another rebuild.
        Activity seen = activities
                .lock(activityId)
                .orElseThrow(() -> new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "activity " + activityId));
        if (!seen.state().isInRedis()) {
            throw new SeckillException(ErrorCode.INVALID_STATE, "activity " + activityId + " is " + seen.state());
        }
        if (activities.raiseEpoch(activityId, seen.epoch()) != 1) {
            throw overtaken(activityId);
        }
        stock.settleIncrease(activities.lock(activityId).orElseThrow());
        Activity raised = activities.find(activityId).orElseThrow();
        audit.note(actor, "REBUILD", "activity:" + activityId, seen, raised);
        return raised;
    }

    private void begin(Activity activity) {
        queue.register(RedisKeys.queue(activity.id()));
        long begun = scripts.callForNumber(
                BEGIN,
                new String[] {RedisKeys.activity(activity.id()), RedisKeys.rebuild(activity.id())},
                Long.toString(activity.epoch()));
        if (begun == OVERTAKEN) {
            throw overtaken(activity.id());
        }
    }

    /** Read after the epoch has risen: nothing of an earlier epoch can be added to MySQL any more. */
    private ClaimDraft draft(Activity activity) {
        long id = activity.id();
        ClaimDraft draft = new ClaimDraft(ledger.granted(id), activity.maxSeq());
        List<RebuildMapper.LiveOrder> page;
        long afterUser = 0;
        do {
            page = books.liveOrders(id, afterUser, PAGE);
            for (RebuildMapper.LiveOrder order : page) {
                draft.addStored(order);
                afterUser = order.userId();
            }
        } while (page.size() == PAGE);
        Map<Long, AcceptedOrder> dead = deadLetters(id);
        Map<Long, AcceptedOrder> waiting = survivors(id);
        waiting.keySet().removeAll(dead.keySet());
        waiting.keySet().removeAll(known(List.copyOf(waiting.keySet())));
        dead.keySet().removeAll(known(List.copyOf(dead.keySet())));
        draft.addDead(dead.values());
        draft.addWaiting(waiting.values());
        return draft;
    }

    private Map<Long, AcceptedOrder> deadLetters(long activityId) {
        Map<Long, AcceptedOrder> orders = new HashMap<>();
        String key = RedisKeys.queue(activityId);
        books.openDeadLetters(key)
                .forEach(letter ->
                        AcceptedOrder.read(key, letter.raw()).ifPresent(order -> orders.put(order.orderId(), order)));
        return orders;
    }

    /**
     * Which processing lists there are is read before their messages: if a worker has taken its first ones in between,
     * they would be missing. So it is done until no list has been added, and whatever was seen once counts.
     */
    private Map<Long, AcceptedOrder> survivors(long activityId) {
        String key = RedisKeys.queue(activityId);
        Map<Long, AcceptedOrder> orders = new HashMap<>();
        Set<String> workers = workers(key);
        for (int pass = 1; ; pass++) {
            List<String> keys = new ArrayList<>(List.of(key, QueueKeys.retry(key)));
            workers.forEach(worker -> keys.add(QueueKeys.processing(key, worker)));
            List<Object> reply = scripts.call(SURVIVORS, keys.toArray(String[]::new));
            List<String> found = reply.stream().skip(1).map(String.class::cast).toList();
            if ((Long) reply.get(0) == WRONG_TYPES) {
                throw refused(activityId, "wrong-type", String.join(" ", found));
            }
            for (String message : found) {
                AcceptedOrder.read(key, message.getBytes(StandardCharsets.UTF_8))
                        .ifPresent(read -> orders.put(read.orderId(), read));
            }
            Set<String> after = workers(key);
            if (workers.containsAll(after)) {
                return orders;
            }
            if (pass == MOST_PASSES) {
                throw SeckillException.busy(
                        "workers come and go too fast for a rebuild of activity " + activityId, null);
            }
            workers = after;
        }
    }

    private Set<String> workers(String queueKey) {
        Set<String> workers = redis.opsForZSet().range(QueueKeys.workers(queueKey), 0, -1);
        return workers == null ? Set.of() : workers;
    }

    private Set<Long> known(List<Long> ids) {
        Set<Long> known = new HashSet<>();
        for (int from = 0; from < ids.size(); from += PAGE) {
            known.addAll(books.known(ids.subList(from, Math.min(ids.size(), from + PAGE))));
        }
        return known;
    }

    private void install(Activity activity, ClaimDraft draft) {
        long id = activity.id();
        String epoch = Long.toString(activity.epoch());
        List<String> args = new ArrayList<>(List.of(epoch));
        for (Map.Entry<Long, String> claim : draft.claims().entrySet()) {
            args.add(Long.toString(claim.getKey()));
            args.add(claim.getValue());
            if (args.size() > PAGE) {
                sendDraft(id, args);
                args = new ArrayList<>(List.of(epoch));
            }
        }
        if (args.size() > 1) {
            sendDraft(id, args);
        }
        long installed = scripts.callForNumber(
                INSTALL,
                new String[] {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id), RedisKeys.rebuild(id)},
                epoch,
                Integer.toString(draft.claims().size()),
                Long.toString(draft.remaining()),
                Long.toString(draft.claimed()),
                Long.toString(draft.seq()),
                Long.toString(activity.startTime().toEpochMilli()),
                Long.toString(activity.endTime().toEpochMilli()),
                Integer.toString(activity.perOrderLimit()),
                activity.state().name(),
                Long.toString(ResellHold.HELD_MS),
                Long.toString(ledger.settledUpTo(id)));
        if (installed != INSTALLED) {
            throw overtaken(id);
        }
    }

    private void sendDraft(long activityId, List<String> args) {
        long added = scripts.callForNumber(
                DRAFT,
                new String[] {RedisKeys.activity(activityId), RedisKeys.rebuild(activityId)},
                args.toArray(String[]::new));
        if (added == OVERTAKEN) {
            throw overtaken(activityId);
        }
    }

    private static SeckillException refused(long activityId, String reason, String found) {
        return new SeckillException(
                ErrorCode.INVALID_STATE,
                "activity " + activityId + " cannot be rebuilt, " + reason + ": " + found,
                Map.of("reason", reason, "keys", found),
                null,
                null);
    }

    private static SeckillException overtaken(long activityId) {
        return new SeckillException(
                ErrorCode.INVALID_STATE, "another rebuild of activity " + activityId + " has begun after this one");
    }
}
