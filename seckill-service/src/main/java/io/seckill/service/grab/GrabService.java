package io.seckill.service.grab;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityCatalog;
import io.seckill.service.activity.ActivityView;
import io.seckill.service.order.Claim;
import io.seckill.service.order.OrderIds;
import io.seckill.service.pulse.OrderTally;
import io.seckill.service.redis.RedisFailure;
import io.seckill.service.redis.RedisTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Takes a buyer's request and says what came of it. The decision itself is the script's. */
@Service
public class GrabService {

    private static final Logger log = LoggerFactory.getLogger(GrabService.class);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final StockGate gate;
    private final OrderIds ids;
    private final ActivityCatalog catalog;
    private final RedisTimeline timeline;
    private final SoldOutBoard soldOut;
    private final OrderTally tally;
    private final Seldom seldom = new Seldom();

    GrabService(
            StockGate gate,
            OrderIds ids,
            SoldOutBoard soldOut,
            ActivityCatalog catalog,
            RedisTimeline timeline,
            OrderTally tally) {
        this.tally = tally;
        this.soldOut = soldOut;
        this.gate = gate;
        this.ids = ids;
        this.catalog = catalog;
        this.timeline = timeline;
    }

    /**
     * Tries to buy. Waits at most {@code seckill.grab.timeout} (to a twentieth of it) and throws nothing for a store that is away: what cannot
     * have happened is {@link GrabResult.Busy}, what may have happened is {@link GrabResult.Confirming}.
     *
     * @param request what is wanted
     * @return what came of it
     */
    public GrabResult grab(GrabRequest request) {
        long began = System.nanoTime();
        GrabResult result = decide(request);
        tally.answered(request.activityId(), result.answer(), System.nanoTime() - began);
        return result;
    }

    private GrabResult decide(GrabRequest request) {
        if (soldOut.refuses(request)) {
            return new GrabResult.SoldOut(0);
        }
        OptionalLong id = ids.next();
        if (id.isEmpty()) {
            return new GrabResult.Busy("no node number for order ids is leased: Redis has not been reached", SOON);
        }
        long orderId = id.getAsLong();
        Placing placing = gate.place(orderId, request);
        if (placing == null) {
            return new GrabResult.Busy("too many requests for activity " + request.activityId() + " wait", SOON);
        }
        try {
            // Bounded by the lane, which ends whatever takes too long.
            GrabOutcome outcome = placing.outcome().get();
            GrabResult result = result(request, outcome);
            log.debug("[service] order {} of activity {}: {}", orderId, request.activityId(), outcome.code());
            return result;
        } catch (CancellationException e) {
            return notSent();
        } catch (ExecutionException e) {
            return failed(orderId, request, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return givenUp(placing, e);
        }
    }

    /** What has not been sent yet never will be. */
    private GrabResult givenUp(Placing placing, Exception why) {
        return placing.giveUp() ? notSent() : confirming(placing.orderId(), placing.request(), why);
    }

    private static GrabResult notSent() {
        return new GrabResult.Busy("not sent to Redis in time", SOON);
    }

    private GrabResult failed(long orderId, GrabRequest request, ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return switch (RedisFailure.of(cause)) {
            case REFUSED -> new GrabResult.Busy("Redis refused: " + cause.getMessage(), SOON);
            case NOT_SENT -> new GrabResult.Busy("Redis is away: " + cause.getMessage(), SOON);
            case UNKNOWN -> confirming(orderId, request, cause);
        };
    }

    private GrabResult confirming(long orderId, GrabRequest request, Throwable why) {
        log.debug("[service] order {} of activity {}: no answer", orderId, request.activityId(), why);
        if (seldom.isTimeFor("no answer")) {
            log.atWarn()
                    .addKeyValue("orderId", orderId)
                    .log(
                            "[service] orders are sent and no answer comes, such as {} of activity {} ({});"
                                    + " the status call will tell what became of them",
                            orderId,
                            request.activityId(),
                            why.toString());
        }
        return new GrabResult.Confirming(orderId);
    }

    private GrabResult result(GrabRequest request, GrabOutcome outcome) {
        String detail = outcome.detail();
        return switch (outcome.code()) {
            case ACCEPTED ->
                new GrabResult.Accepted(Claim.parse(detail).view(request.activityId(), request.userId(), null));
            case DUPLICATE ->
                new GrabResult.Duplicate(Claim.parse(detail).view(request.activityId(), request.userId(), null));
            case NOT_STARTED -> new GrabResult.NotStarted(Duration.ofMillis(Long.parseLong(detail)));
            case ENDED, CLOSED -> new GrabResult.Ended();
            case SOLD_OUT -> soldOut(request.activityId(), Long.parseLong(detail));
            case GATED -> new GrabResult.NotOpen();
            case NOT_WARM -> notInRedis(request.activityId());
            case OVER_LIMIT -> new GrabResult.OverLimit(Integer.parseInt(detail));
            case REGRAB_LIMIT -> new GrabResult.RegrabLimit();
            case BACKLOG_FULL -> new GrabResult.Busy("too many orders wait to be stored", SOON);
            case EXPIRED -> new GrabResult.Busy("the request was older than its deadline when Redis read it", SOON);
            case CORRUPT -> corrupt(detail);
        };
    }

    private GrabResult soldOut(long activityId, long remaining) {
        if (remaining == 0) {
            soldOut.soldOut(activityId);
        }
        return new GrabResult.SoldOut(remaining);
    }

    /** Redis knows nothing of the activity: it is unknown, not warm yet, over, or was lost and must not be re-made. */
    private GrabResult notInRedis(long activityId) {
        Optional<ActivityView> found;
        try {
            found = catalog.find(activityId);
        } catch (SeckillException e) {
            return new GrabResult.Busy("not in Redis, and MySQL is away: " + e.getMessage(), SOON);
        }
        if (found.isEmpty()) {
            return new GrabResult.UnknownActivity();
        }
        ActivityView activity = found.get();
        Instant now = timeline.now();
        return switch (activity.state()) {
            case DRAFT, WARMING ->
                now.isBefore(activity.endTime())
                        ? new GrabResult.NotStarted(untilStart(activity, now))
                        : new GrabResult.Ended();
            case OPEN -> corrupt(RedisKeys.activity(activityId));
            case CLOSED, ARCHIVED -> new GrabResult.Ended();
        };
    }

    private static Duration untilStart(ActivityView activity, Instant now) {
        return now.isBefore(activity.startTime()) ? Duration.between(now, activity.startTime()) : Duration.ZERO;
    }

    private GrabResult corrupt(String key) {
        if (seldom.isTimeFor(key)) {
            log.error(
                    "[service] the key {} is missing or unreadable in Redis; its sale takes no orders until it is rebuilt",
                    key);
        }
        return new GrabResult.NotOpen();
    }
}
