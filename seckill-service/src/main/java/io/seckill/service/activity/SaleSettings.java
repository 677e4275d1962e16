package io.seckill.service.activity;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Brings a sale's window, limit and state from MySQL to Redis. Redis is looked at before MySQL, and changed only if it is
 * still what was seen: so whoever is late cannot put older settings over newer ones, and nobody needs a lock.
 */
@Component
public class SaleSettings {

    private static final Logger log = LoggerFactory.getLogger(SaleSettings.class);
    private static final LuaScript LOOK = LuaScript.load("reconcile/gate.lua");
    private static final LuaScript EDIT = LuaScript.load("activity/edit_sale.lua");
    private static final int TRIES = 5;
    private static final int FIRST_SETTING = 2;

    private final ActivityMapper activities;
    private final RedisLink redis;

    SaleSettings(ActivityMapper activities, RedisLink redis) {
        this.activities = activities;
        this.redis = redis;
    }

    /**
     * Makes Redis say what MySQL says, at once for all settings. A sale that waits to be opened under a later epoch is told
     * too: it opens under the settings of now.
     *
     * @param activityId the sale
     * @return whether it says so now; not if nothing of the sale is in Redis, or more than MySQL knows of
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    public boolean push(long activityId) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            List<Object> seen = redis.call(LOOK, new String[] {
                RedisKeys.activity(activityId), RedisKeys.stock(activityId), RedisKeys.claims(activityId)
            });
            Optional<Activity> found =
                    activities.find(activityId).filter(row -> row.state().isInRedis());
            String epoch = (String) seen.get(1);
            if (found.isEmpty()
                    || !epoch.matches("[0-9]{1,18}")
                    || Long.parseLong(epoch) > found.get().epoch()) {
                return false;
            }
            List<String> wanted = settings(found.get());
            List<Object> there = seen.subList(FIRST_SETTING, FIRST_SETTING + wanted.size());
            if (wanted.equals(there) || edit(activityId, epoch, there, wanted)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same for whoever has changed MySQL just now: should a store be away, a worker does it.
     *
     * @param activityId the sale
     */
    public void pushOrLeave(long activityId) {
        try {
            push(activityId);
        } catch (SeckillException | DataAccessException | TransactionException e) {
            log.warn("[service] Redis hears of the change of activity {} later: {}", activityId, e.getMessage());
        }
    }

    private static List<String> settings(Activity activity) {
        return List.of(
                Long.toString(activity.startTime().toEpochMilli()),
                Long.toString(activity.endTime().toEpochMilli()),
                Integer.toString(activity.perOrderLimit()),
                activity.state().name());
    }

    private boolean edit(long activityId, String epoch, List<Object> there, List<String> wanted) {
        String key = RedisKeys.activity(activityId);
        List<String> args = new ArrayList<>(List.of(epoch));
        there.forEach(setting -> args.add((String) setting));
        args.addAll(wanted);
        boolean edited = redis.callForNumber(EDIT, new String[] {key, key + ":none"}, args.toArray(String[]::new)) == 1;
        if (edited) {
            log.info("Activity {} sells under {} now, before that under {}", activityId, wanted, there);
        }
        return edited;
    }
}
