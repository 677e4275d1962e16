package io.seckill.service.stock;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.ResellHold;
import io.seckill.service.redis.SaleLocks;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Adds stock to a sale that is on, or takes unsold stock away. Three steps, each of which may be the last before the
 * process dies, and a worker goes on where it stopped:
 *
 * <ol>
 *   <li>MySQL: the ledger notes the change as PENDING under the next number; for units from outside the total rises;
 *   <li>Redis: the script applies this number, once, or finds that fewer are unsold than are to go and applies nothing;
 *   <li>MySQL: the entry is SETTLED with what was applied; what was taken away leaves the total or joins the reserve.
 * </ol>
 *
 * A sale has one change under way at a time. If it is opened again or rebuilt between the steps, the epoch tells: nothing
 * is settled that Redis may have lost, and the script is asked once more.
 */
@Service
public class StockChangeService {

    private static final Logger log = LoggerFactory.getLogger(StockChangeService.class);
    private static final LuaScript CHANGE = LuaScript.load("activity/change_stock.lua");
    private static final int TRIES = 3;
    private static final long DONE = 1;
    private static final long CORRUPT = -1;

    private final StockBooks books;
    private final RedisLink redis;
    private final SaleLocks locks;
    private final Set<Long> saidLate = ConcurrentHashMap.newKeySet();

    StockChangeService(StockBooks books, RedisLink redis, SaleLocks locks) {
        this.books = books;
        this.redis = redis;
        this.locks = locks;
    }

    /**
     * Changes the stock of a sale that is open.
     *
     * @param activityId the sale
     * @param units units to add, negative to take away; not 0, at most {@value ActivityDraft#MAX_UNITS} either way
     * @param source where they come from or go to
     * @param actor who asks for it
     * @return what came of it
     * @throws SeckillException INVALID_ARGUMENT; ACTIVITY_NOT_FOUND; INVALID_STATE if it is not open, has not that much in
     *     reserve, or somebody else changes it for long; SYSTEM_BUSY if a store is away or an earlier change cannot be
     *     finished: then this one is not noted
     */
    public StockChange change(long activityId, long units, StockSource source, String actor) {
        if (units == 0 || units > ActivityDraft.MAX_UNITS || units < -ActivityDraft.MAX_UNITS) {
            throw SeckillException.invalid("units", "units-range");
        }
        return locks.alone("stock", activityId, () -> press(activityId, units, source, actor));
    }

    private StockChange press(long activityId, long units, StockSource source, String actor) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            StockBooks.Begun begun = begin(activityId, units, source, actor);
            StockChange outcome = finish(begun.change());
            if (begun.mine()) {
                return outcome;
            }
            if (outcome instanceof StockChange.Pending) {
                break;
            }
        }
        throw SeckillException.busy("an earlier stock change of activity " + activityId + " is under way", null);
    }

    private StockBooks.Begun begin(long activityId, long units, StockSource source, String actor) {
        try {
            return books.begin(activityId, units, source, actor);
        } catch (RuntimeException e) {
            throw SqlFailure.busyUnlessData("a stock change of activity " + activityId + " cannot be noted", e);
        }
    }

    /** Applies and settles a change that is noted, whoever noted it. Done twice, or by two at a time, it is done once. */
    StockChange finish(NotedChange change) {
        try {
            return applyAndSettle(change);
        } catch (RuntimeException e) {
            RuntimeException failure = SqlFailure.busyUnlessData("a stock change cannot be finished", e);
            if (!(failure instanceof SeckillException)) {
                throw failure;
            }
            sayLate(change, String.valueOf(failure.getMessage()));
            return new StockChange.Pending(change.ledgerNo());
        }
    }

    private StockChange applyAndSettle(NotedChange change) {
        List<Object> answer = apply(change);
        long code = (Long) answer.get(0);
        OptionalLong settled = code == DONE ? books.settle(change, (Long) answer.get(1)) : books.settled(change);
        if (settled.isEmpty()) {
            sayLate(change, code == CORRUPT ? "it must be rebuilt first" : "it is not open in Redis just now");
            return new StockChange.Pending(change.ledgerNo());
        }
        long units = settled.getAsLong();
        saidLate.remove(change.activityId());
        log.info(
                "Stock change {} of activity {} for {}: {} of {} units, {}",
                change.ledgerNo(),
                change.activityId(),
                change.actor(),
                units,
                change.units(),
                change.kind());
        return units == 0
                ? new StockChange.BelowSold((Long) answer.get(2))
                : new StockChange.Applied(change.ledgerNo(), units);
    }

    private void sayLate(NotedChange change, String why) {
        if (saidLate.add(change.activityId())) {
            log.warn(
                    "[service] stock change {} of activity {} is finished later: {}",
                    change.ledgerNo(),
                    change.activityId(),
                    why);
        }
    }

    /** The script's answer: its code, the units that this number has changed, the units unsold. */
    List<Object> apply(NotedChange change) {
        long id = change.activityId();
        return redis.call(
                CHANGE,
                new String[] {RedisKeys.activity(id), RedisKeys.stock(id)},
                Long.toString(change.epoch()),
                Long.toString(change.ledgerNo()),
                Long.toString(change.units()),
                Long.toString(ResellHold.HELD_MS));
    }
}
