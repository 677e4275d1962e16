package io.seckill.service.order;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityCatalog;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.ActivityView;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.RedisTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * Tells buyers what has become of their orders: from the live claim in Redis, else from the row in MySQL. Only a buyer's
 * own orders are ever found; another's looks like none.
 */
@Service
public class OrderStatusService {

    /** A clock of Redis that was set back can have made ids that seem to be from later. */
    private static final Duration FURTHEST_AHEAD = Duration.ofHours(12);

    private final ClaimReader claims;
    private final OrderMapper orders;
    private final ActivityCatalog catalog;
    private final RedisTimeline timeline;
    private final OrderProperties properties;
    private final OwedToRedis owed;

    OrderStatusService(
            ClaimReader claims,
            OrderMapper orders,
            ActivityCatalog catalog,
            RedisTimeline timeline,
            OrderProperties properties,
            OwedToRedis owed) {
        this.owed = owed;
        this.claims = claims;
        this.orders = orders;
        this.catalog = catalog;
        this.timeline = timeline;
        this.properties = properties;
    }

    /**
     * The order of a buyer in an activity.
     *
     * @param activityId the activity
     * @param userId the buyer
     * @param orderId which order, or {@code null} for the live or else the newest one
     * @return the order; for an id that is nowhere CONFIRMING as long as it may yet turn up, then NOT_PLACED; empty if
     *     there is no such activity, or the id is another one's
     * @throws SeckillException SYSTEM_BUSY if a store that must be asked is away
     */
    public Optional<OrderView> find(long activityId, long userId, @Nullable Long orderId) {
        OrderView claimed = claims(activityId, List.of(userId)).get(userId);
        if (claimed != null && (orderId == null || orderId == claimed.orderId())) {
            return Optional.of(claimed);
        }
        Optional<ActivityView> activity = catalog.find(activityId);
        // A sale that is newer than the catalog's list is known to Redis; made-up ids are known to neither.
        if (activity.isEmpty() && !whereabouts(activityId, userId).there()) {
            return Optional.empty();
        }
        Optional<OrderView> stored = stored(activityId, userId, orderId);
        if (stored.isPresent() || orderId == null) {
            return stored;
        }
        ActivityState state = activity.map(ActivityView::state).orElse(ActivityState.OPEN);
        return unplaced(activityId, state, userId, orderId);
    }

    /**
     * An id that is neither the live claim nor a row. It is provably nowhere if it is too old for its script to run any
     * more, the sale has lost nothing (its gate is open, or it has nothing in Redis), and after that it is still no row.
     */
    private Optional<OrderView> unplaced(long activityId, ActivityState state, long userId, long orderId) {
        if (isYoung(orderId)) {
            return Optional.of(nowhere(activityId, userId, orderId, OrderStatus.CONFIRMING));
        }
        ClaimReader.Whereabouts now = whereabouts(activityId, userId);
        if (now.order() != null && now.order().orderId() == orderId) {
            return Optional.of(now.order());
        }
        boolean inRedis = state == ActivityState.OPEN || state == ActivityState.CLOSED;
        if (inRedis && !now.open()) {
            return Optional.of(nowhere(activityId, userId, orderId, OrderStatus.CONFIRMING));
        }
        Optional<OrderView> stored = stored(activityId, userId, orderId);
        if (stored.isPresent()) {
            return stored;
        }
        boolean ofAnotherActivity = findById(orderId, userId).isPresent();
        return ofAnotherActivity
                ? Optional.empty()
                : Optional.of(nowhere(activityId, userId, orderId, OrderStatus.NOT_PLACED));
    }

    private ClaimReader.Whereabouts whereabouts(long activityId, long userId) {
        return RedisLink.await("reading a claim and its gate", claims.whereabouts(activityId, userId));
    }

    private Optional<OrderView> stored(long activityId, long userId, @Nullable Long orderId) {
        return ask(() -> orders.ofUser(activityId, userId, orderId)).map(OrderRow::view);
    }

    private static OrderView nowhere(long activityId, long userId, long orderId, OrderStatus status) {
        return new OrderView(orderId, activityId, userId, 0, status, null, null, null, null);
    }

    /**
     * An order by its id.
     *
     * @param orderId the order
     * @param userId who asks
     * @return the order, if it is this user's
     * @throws SeckillException SYSTEM_BUSY if a store that must be asked is away
     */
    public Optional<OrderView> findById(long orderId, long userId) {
        Optional<OrderRow> row =
                ask(() -> orders.byIds(List.of(orderId))).stream().findFirst();
        if (row.isPresent()) {
            Optional<OrderRow> own = row.filter(found -> found.userId() == userId);
            // The buyer's claim must not say later what was so before.
            own.ifPresent(found -> ask(() -> {
                owed.tell(found);
                return found;
            }));
            return own.map(OrderRow::view);
        }
        return liveClaims(userId).stream()
                .filter(claimed -> claimed.orderId() == orderId)
                .findFirst();
    }

    /**
     * The live claims of many buyers of one activity. While the sale is shut or damaged, what MySQL has of an order goes
     * before its claim: the claim may be from before the order was paid or cancelled.
     *
     * @param activityId the activity
     * @param userIds the buyers
     * @return by buyer, those that have one
     * @throws SeckillException SYSTEM_BUSY if a store that must be asked is away
     */
    public Map<Long, OrderView> claims(long activityId, Collection<Long> userIds) {
        Map<Long, OrderView> found = new HashMap<>();
        for (List<Long> part : ClaimReader.parts(userIds)) {
            ClaimReader.Claims read = RedisLink.await("reading claims", claims.read(activityId, part));
            found.putAll(read.orders());
            if (!read.sound() && !read.orders().isEmpty()) {
                List<Long> ids =
                        read.orders().values().stream().map(OrderView::orderId).toList();
                ask(() -> orders.byIds(ids)).forEach(row -> found.replace(row.userId(), row.view()));
            }
        }
        return found;
    }

    /** A message says its activity, an order id does not: look through the sales that have something in Redis. */
    List<OrderView> liveClaims(long userId) {
        List<CompletionStage<ClaimReader.Claims>> asked = catalog.list().stream()
                .filter(activity -> activity.state() == ActivityState.OPEN || activity.state() == ActivityState.CLOSED)
                .map(ActivityView::id)
                .map(activityId -> claims.read(activityId, List.of(userId)))
                .toList();
        return asked.stream()
                .map(answer -> RedisLink.await("reading claims", answer))
                .flatMap(found -> found.orders().values().stream())
                .toList();
    }

    /** An id from far ahead was made by nobody. What is told to be old must not be young a moment later. */
    private boolean isYoung(long orderId) {
        Instant made = OrderIds.madeAt(orderId);
        Instant now = timeline.atLeast();
        return made.plus(properties.confirmingFor()).isAfter(now) && made.isBefore(now.plus(FURTHEST_AHEAD));
    }

    private static <T> T ask(Supplier<T> query) {
        try {
            return query.get();
        } catch (DataAccessException | TransactionException e) {
            throw SeckillException.busy("orders cannot be read from MySQL", e);
        }
    }
}
