package io.seckill.service.redis;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.lock.LockException;
import io.seckill.lock.LockResult;
import io.seckill.lock.LockTemplate;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Lets one at a time work on a sale as a whole. This keeps two operators from treading on each other's toes; it is not
 * what guards the data. That is the epoch and the state in MySQL: whoever loses the lock in the middle finds them
 * changed, and its writes are refused there.
 */
@Component
public class SaleLocks {

    private static final Logger log = LoggerFactory.getLogger(SaleLocks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LockTemplate locks;

    SaleLocks(LockTemplate locks) {
        this.locks = locks;
    }

    /**
     * Waits until nobody else does this kind of work on the sale, and does it.
     *
     * @param work the kind of work
     * @param activityId the sale
     * @param task what is done
     * @return what the task returned
     * @throws SeckillException INVALID_STATE if somebody else is at it for longer than five seconds; SYSTEM_BUSY if Redis
     *     is away
     */
    public <T> T alone(String work, long activityId, Supplier<T> task) {
        AtomicReference<@Nullable T> outcome = new AtomicReference<>();
        try {
            LockResult<Boolean> result = locks.run(work + ":" + activityId, PATIENCE, held -> {
                outcome.set(task.get());
                return true;
            });
            if (result instanceof LockResult.Busy) {
                throw new SeckillException(
                        ErrorCode.INVALID_STATE, "somebody else is at it: " + work + " of activity " + activityId);
            }
        } catch (LockException e) {
            // Once the work is done it is done: a lock that could not be given back ends by itself.
            if (outcome.get() == null) {
                throw SeckillException.busy(work + " of activity " + activityId + ": " + e.getMessage(), e);
            }
            log.warn(
                    "[service] the lock of the {} of activity {} ends by itself: {}", work, activityId, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SeckillException.busy(work + " of activity " + activityId + " was interrupted", e);
        }
        return Objects.requireNonNull(outcome.get());
    }
}
