package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.OnWorker;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.SaleSettings;
import io.seckill.service.activity.StockLedgerMapper;
import io.seckill.service.order.ClaimCatchUp;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Opens sales again after Redis came back. The gate shuts by itself, in the script, whenever Redis is another run than
 * the one a sale was opened for, or has lost a key of it. It is opened again only if Redis is not older than MySQL and its numbers add up; first
 * the epoch rises in MySQL, so that nothing that still talks to the Redis of before can store any more.
 */
@Component
@OnWorker
class Reopener {

    private static final Logger log = LoggerFactory.getLogger(Reopener.class);
    private static final LuaScript GATE = LuaScript.load("reconcile/gate.lua");
    private static final LuaScript SHUT = LuaScript.load("reconcile/shut.lua");
    private static final LuaScript OPEN = LuaScript.load("reconcile/open.lua");
    private static final long OPEN_FOR_THIS_RUN = 1;
    private static final long OPENED = 1;
    private static final int STALE_EPOCH = 0;
    private static final long MISCOUNTED = -4;

    /** Of a sale that is shut only those units come back that a look itself brings, this one's or another worker's. */
    private static final int LOOKS = 5;

    private final ActivityMapper activities;
    private final StockLedgerMapper ledger;
    private final SaleSettings settings;
    private final RedisLink redis;
    private final ClaimCatchUp claims;
    private final Rebuilder rebuilder;
    private final ReconcileProperties properties;
    private final Map<Long, String> lastSaid = new HashMap<>();
    private boolean away;

    Reopener(
            ActivityMapper activities,
            StockLedgerMapper ledger,
            SaleSettings settings,
            RedisLink redis,
            ClaimCatchUp claims,
            Rebuilder rebuilder,
            ReconcileProperties properties) {
        this.claims = claims;
        this.rebuilder = rebuilder;
        this.properties = properties;
        this.activities = activities;
        this.ledger = ledger;
        this.settings = settings;
        this.redis = redis;
    }

    /** Looks at every sale that Redis holds, closed ones too: their orders still move. One that is as it should be costs one cheap read. */
    @Scheduled(fixedDelay = 1000)
    void reopen() {
        boolean allSeen = true;
        try {
            for (Activity activity : activities.inRedis()) {
                allSeen &= lookUnlessAway(activity);
            }
        } catch (DataAccessException | TransactionException e) {
            allSeen = sayAway(e);
        }
        if (allSeen && away) {
            log.info("[consumer] the gates can be looked at again");
            away = false;
        }
    }

    /** One sale that cannot be looked at keeps no other from being. */
    private boolean lookUnlessAway(Activity activity) {
        try {
            look(activity);
            return true;
        } catch (DataAccessException | TransactionException | SeckillException e) {
            return sayAway(e);
        }
    }

    private boolean sayAway(RuntimeException e) {
        if (!away) {
            log.warn("[consumer] not every gate can be looked at now; trying on: {}", e.getMessage());
        }
        away = true;
        return false;
    }

    private void look(Activity activity) {
        List<Object> gate = redis.call(GATE, keys(activity.id()));
        boolean sameEpoch = Long.toString(activity.epoch()).equals(gate.get(1));
        boolean open = (Long) gate.get(0) == OPEN_FOR_THIS_RUN;
        if (open && sameEpoch) {
            return;
        }
        // An epoch in MySQL that Redis has not got yet fences the past off already: somebody began and did not finish.
        if (!sameEpoch || activities.raiseEpoch(activity.id(), activity.epoch()) == 1) {
            open(activity.id());
        }
    }

    private void open(long activityId) {
        // First: it may have been closed while its gate was shut.
        settings.push(activityId);
        Activity activity = activities.find(activityId).orElseThrow();
        List<Object> answer = tryToOpen(activity);
        for (int look = 1; look < LOOKS && (Long) answer.get(0) == MISCOUNTED; look++) {
            answer = tryToOpen(activity);
        }
        long code = (Long) answer.get(0);
        if (code == OPENED) {
            lastSaid.remove(activityId);
            log.info("[consumer] activity {} is open again under epoch {}", activityId, activity.epoch());
        } else {
            if (code == STALE_EPOCH && !isAheadForGood(activity, (String) answer.get(1))) {
                return;
            }
            sayOnce(activity, code, answer.get(1));
            if (properties.automaticRebuild()) {
                rebuilder.rebuild(activityId, "worker");
            }
        }
    }

    private List<Object> tryToOpen(Activity activity) {
        long claimedUnits = claims.catchUp(activity.id());
        return redis.call(
                OPEN,
                keys(activity.id()),
                Long.toString(activity.epoch()),
                Long.toString(activity.maxSeq()),
                Long.toString(ledger.granted(activity.id())),
                Long.toString(ResellHold.HELD_MS),
                Long.toString(ledger.pending(activity.id())),
                Long.toString(claimedUnits));
    }

    /**
     * An epoch that MySQL does not know: another worker has raised it this moment, or MySQL was set back. In the latter
     * case what is accepted could never be stored, so the sale is shut.
     */
    private boolean isAheadForGood(Activity activity, String epoch) {
        if (activities.find(activity.id()).orElseThrow().epoch() >= Long.parseLong(epoch)) {
            return false;
        }
        return redis.callForNumber(SHUT, new String[] {RedisKeys.activity(activity.id())}, epoch) == 1;
    }

    private static String[] keys(long activityId) {
        return new String[] {RedisKeys.activity(activityId), RedisKeys.stock(activityId), RedisKeys.claims(activityId)};
    }

    private void sayOnce(Activity activity, long code, Object detail) {
        String finding = switch ((int) code) {
            case STALE_EPOCH -> "MySQL was set back, it is at epoch " + activity.epoch() + " and Redis at " + detail;
            case -1 -> "keys of it are gone from Redis";
            case -2 -> "Redis is older than MySQL: it has seen " + detail + " accepts, MySQL " + activity.maxSeq();
            case (int) MISCOUNTED -> "its claims hold other units than the " + detail + " that are counted";
            default -> "its units do not add up: " + detail;
        };
        if (!finding.equals(lastSaid.put(activity.id(), finding))) {
            log.error("[consumer] activity {} stays shut: {}. It must be rebuilt from MySQL", activity.id(), finding);
        }
    }
}
