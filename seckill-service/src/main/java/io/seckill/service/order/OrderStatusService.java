package io.seckill.service.order;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityCatalog;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.ActivityView;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.RedisTimeline;
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

    private final ClaimReader claims;
    private final OrderMapper orders;
    private final ActivityCatalog catalog;
    private final RedisTimeline timeline;
    private final OrderProperties properties;

    OrderStatusService(
            ClaimReader claims,
            OrderMapper orders,
            ActivityCatalog catalog,
            RedisTimeline timeline,
            OrderProperties properties) {
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
     * @return the order; CONFIRMING for an id that is nowhere yet and too young to be given up
     * @throws SeckillException SYSTEM_BUSY if a store that must be asked is away
     */
    public Optional<OrderView> find(long activityId, long userId, @Nullable Long orderId) {
        OrderView claimed = claims(activityId, List.of(userId)).get(userId);
        if (claimed != null && (orderId == null || orderId == claimed.orderId())) {
            return Optional.of(claimed);
        }
        Optional<OrderView> stored =
                ask(() -> orders.ofUser(activityId, userId, orderId)).map(OrderRow::view);
        if (stored.isPresent() || orderId == null || !isYoung(orderId)) {
            return stored;
        }
        return Optional.of(
                new OrderView(orderId, activityId, userId, 0, OrderStatus.CONFIRMING, null, null, null, null));
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
            return row.filter(found -> found.userId() == userId).map(OrderRow::view);
        }
        return liveClaims(userId).stream()
                .filter(claimed -> claimed.orderId() == orderId)
                .findFirst();
    }

    /**
     * The live claims of many buyers of one activity.
     *
     * @param activityId the activity
     * @param userIds the buyers
     * @return by buyer, those that have one
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    public Map<Long, OrderView> claims(long activityId, Collection<Long> userIds) {
        Map<Long, OrderView> found = new HashMap<>();
        for (List<Long> part : ClaimReader.parts(userIds)) {
            found.putAll(RedisLink.await("reading claims", claims.read(activityId, part)));
        }
        return found;
    }

    /** A message says its activity, an order id does not: look through the sales that have something in Redis. */
    private List<OrderView> liveClaims(long userId) {
        List<CompletionStage<Map<Long, OrderView>>> asked = catalog.list().stream()
                .filter(activity -> activity.state() == ActivityState.OPEN || activity.state() == ActivityState.CLOSED)
                .map(ActivityView::id)
                .map(activityId -> claims.read(activityId, List.of(userId)))
                .toList();
        return asked.stream()
                .map(answer -> RedisLink.await("reading claims", answer))
                .flatMap(found -> found.values().stream())
                .toList();
    }

    private boolean isYoung(long orderId) {
        return OrderIds.madeAt(orderId).plus(properties.confirmingFor()).isAfter(timeline.now());
    }

    private static <T> T ask(Supplier<T> query) {
        try {
            return query.get();
        } catch (DataAccessException | TransactionException e) {
            throw SeckillException.busy("orders cannot be read from MySQL", e);
        }
    }
}
