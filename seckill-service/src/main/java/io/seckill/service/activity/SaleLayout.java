package io.seckill.service.activity;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.OrderQueue;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Redis' side of a warm-up: lays a sale out behind a shut gate, then opens the gate. */
@Component
class SaleLayout {

    private static final Logger log = LoggerFactory.getLogger(SaleLayout.class);
    private static final LuaScript WARM_UP = LuaScript.load("activity/warm_up.lua");
    private static final LuaScript OPEN = LuaScript.load("reconcile/open.lua");

    /** Stock changes wait until the gate is open. */
    private static final String NOTHING_PENDING = "0";

    private static final String NOTHING_CLAIMED = "0";

    /** What {@link #layOut} found. */
    enum Outcome {
        /** Nothing was there; the sale is laid out now. */
        LAID_OUT,
        /** The same sale was laid out before and nothing has been sold. */
        UNTOUCHED,
        /** Something is there that this warm-up did not lay out, or that has been sold from. */
        OTHER,
        /** The activity is not there, but its stock or claims are. */
        LEFTOVERS
    }

    private final RedisLink scripts;
    private final StringRedisTemplate redis;
    private final OrderQueue queue;

    SaleLayout(RedisLink scripts, StringRedisTemplate redis, OrderQueue queue) {
        this.scripts = scripts;
        this.redis = redis;
        this.queue = queue;
    }

    /**
     * Makes the queue known to the workers and lays out the activity, its stock and an empty gate.
     *
     * @param activity the activity with its epoch
     * @param units units it may sell
     * @return what was there; nothing that was there is changed
     * @throws SeckillException SYSTEM_BUSY if Redis is away: it may have been laid out all the same
     */
    Outcome layOut(Activity activity, long units) {
        long id = activity.id();
        try {
            queue.register(RedisKeys.queue(id));
            List<Object> reply = scripts.call(
                    WARM_UP,
                    new String[] {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)},
                    Long.toString(activity.startTime().toEpochMilli()),
                    Long.toString(activity.endTime().toEpochMilli()),
                    Integer.toString(activity.perOrderLimit()),
                    Long.toString(units),
                    Long.toString(activity.epoch()));
            return switch (((Long) reply.get(0)).intValue()) {
                case 1 -> Outcome.LAID_OUT;
                case 0 -> isUntouched(activity, units) ? Outcome.UNTOUCHED : Outcome.OTHER;
                case -1 -> Outcome.LEFTOVERS;
                default -> throw new IllegalStateException("warm_up.lua answered " + reply);
            };
        } catch (DataAccessException e) {
            throw SeckillException.busy("warm-up of activity " + id + " cannot reach Redis", e);
        }
    }

    private boolean isUntouched(Activity activity, long units) {
        List<Object> there = redis.opsForHash()
                .multiGet(RedisKeys.activity(activity.id()), List.of("epoch", "granted", "claimed", "seq", "openFor"));
        return there.equals(List.of(Long.toString(activity.epoch()), Long.toString(units), "0", "0", ""));
    }

    /**
     * Opens the gate for this run of Redis.
     *
     * @param activity the activity, with its epoch and the highest seq stored
     * @param granted units granted by the ledger
     * @return whether it is open now; if not, the log says why and the worker tries again
     */
    boolean open(Activity activity, long granted) {
        long id = activity.id();
        try {
            List<Object> reply = scripts.call(
                    OPEN,
                    new String[] {RedisKeys.activity(id), RedisKeys.stock(id), RedisKeys.claims(id)},
                    Long.toString(activity.epoch()),
                    Long.toString(activity.maxSeq()),
                    Long.toString(granted),
                    Long.toString(ResellHold.HELD_MS),
                    NOTHING_PENDING,
                    NOTHING_CLAIMED);
            // 0 is a later epoch: a worker saw the shut gate first and has opened it.
            boolean open = (Long) reply.get(0) >= 0;
            if (!open) {
                log.error("[service] activity {} is warm but its gate stays shut: {}", id, reply);
            }
            return open;
        } catch (SeckillException e) {
            log.warn(
                    "[service] activity {} is warm; its gate stays shut until a worker reaches Redis: {}",
                    id,
                    e.getMessage());
            return false;
        }
    }
}
