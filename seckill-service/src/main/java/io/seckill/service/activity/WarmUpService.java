package io.seckill.service.activity;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.SaleLocks;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * Moves an activity's stock from MySQL to Redis, once. Four steps, each of which may be the last before the process
 * dies, and pressing again goes on where the last press stopped:
 *
 * <ol>
 *   <li>MySQL: DRAFT becomes WARMING, the epoch rises, the grant is in the ledger as PENDING;
 *   <li>Redis: the queue is known, the sale laid out behind a shut gate, unless it is there already;
 *   <li>MySQL: WARMING becomes OPEN, the grant SETTLED. Whoever does this is the one who warmed it up;
 *   <li>Redis: the gate opens. If this does not happen a worker opens it.
 * </ol>
 *
 * From OPEN on Redis is never written from here again, not even if it is empty: an empty Redis is rebuilt from what was
 * sold, not warmed up from the total.
 */
@Service
public class WarmUpService {

    private static final Logger log = LoggerFactory.getLogger(WarmUpService.class);

    private final WarmUpBooks books;
    private final SaleLayout layout;
    private final SaleLocks locks;

    WarmUpService(WarmUpBooks books, SaleLayout layout, SaleLocks locks) {
        this.locks = locks;
        this.books = books;
        this.layout = layout;
    }

    /**
     * The press of the button.
     *
     * @param activityId the activity
     * @param actor who presses
     * @return whether this press warmed it up or it was warm already
     * @throws SeckillException ACTIVITY_NOT_FOUND; STOCK_NOT_CONFIGURED; INVALID_STATE if it is closed or over, or if
     *     Redis holds leftovers (detail {@code keys}); SYSTEM_BUSY if Redis is away, in which case the next press
     *     finishes it
     */
    public WarmUpResult warmUp(long activityId, String actor) {
        if (books.isWarm(activityId)) {
            return new WarmUpResult.AlreadyWarm();
        }
        return locks.alone("warm-up", activityId, () -> press(activityId, actor));
    }

    private WarmUpResult press(long activityId, String actor) {
        Optional<WarmUpBooks.Begun> begun = books.begin(activityId, actor);
        if (begun.isEmpty()) {
            return new WarmUpResult.AlreadyWarm();
        }
        long units = begun.get().units();
        if (!layOut(begun.get().activity(), units)) {
            return new WarmUpResult.AlreadyWarm();
        }
        Optional<Activity> finished = books.finish(activityId, actor);
        if (finished.isEmpty()) {
            return new WarmUpResult.AlreadyWarm();
        }
        boolean open = layout.open(finished.get(), books.granted(activityId));
        log.info(
                "Activity {} warmed up by {}: {} units, epoch {}",
                activityId,
                actor,
                units,
                finished.get().epoch());
        return new WarmUpResult.Warmed(units, finished.get().epoch(), open);
    }

    /** {@return false if somebody else has finished in the meantime} */
    private boolean layOut(Activity warming, long units) {
        long id = warming.id();
        return switch (layout.layOut(warming, units)) {
            case LAID_OUT, UNTOUCHED -> true;
            case LEFTOVERS -> throw Refusal.leftovers(id, RedisKeys.stock(id) + " " + RedisKeys.claims(id));
            case OTHER -> {
                // While MySQL says WARMING no gate of this epoch was ever opened, so what is there is not ours.
                if (books.isWarming(id)) {
                    throw Refusal.leftovers(id, RedisKeys.activity(id));
                }
                yield false;
            }
        };
    }
}
