package io.seckill.service.order;

import io.seckill.queue.HandBackException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.database.SqlFailure;
import io.seckill.service.database.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Turns accepted orders into rows, each exactly once, however often they are delivered. Rows and stock change in one
 * transaction; its last statement is the one on the activity's row, so that lock is held for a moment only.
 */
@Component
class OrderStore {

    private static final Logger log = LoggerFactory.getLogger(OrderStore.class);
    private static final int TRIES = 5;

    private final OrderMapper orders;
    private final OrderInsert newOrders;
    private final ActivityMapper activities;
    private final Transactions transactions;
    private final OrderProperties properties;

    OrderStore(
            OrderMapper orders,
            OrderInsert newOrders,
            ActivityMapper activities,
            Transactions transactions,
            OrderProperties properties) {
        this.orders = orders;
        this.newOrders = newOrders;
        this.activities = activities;
        this.transactions = transactions;
        this.properties = properties;
    }

    /**
     * Stores orders of one activity.
     *
     * @param activityId the activity
     * @param epoch the epoch under which Redis sells it now
     * @param accepted the orders, all of this activity, at least one, none twice
     * @return what became of each, in no particular order
     * @throws HandBackException if the database is away or the epoch has moved on: nothing is known to be stored
     */
    List<Settled> store(long activityId, long epoch, List<AcceptedOrder> accepted) {
        // One order of keys for all: two batches then never wait for each other in a circle.
        List<AcceptedOrder> batch = accepted.stream()
                .sorted(Comparator.comparingLong(AcceptedOrder::userId).thenComparingLong(AcceptedOrder::seq))
                .toList();
        for (int attempt = 1; ; attempt++) {
            try {
                return insert(activityId, epoch, batch);
            } catch (StockRefusedException e) {
                return refused(activityId, epoch, batch);
            } catch (RuntimeException e) {
                switch (SqlFailure.of(e)) {
                    case DUPLICATE -> {
                        return withoutKnown(activityId, epoch, batch);
                    }
                    case DEADLOCK -> giveUpAfter(attempt, e);
                    case INFRASTRUCTURE -> throw new HandBackException("MySQL is away: " + e.getMessage(), e);
                    case DATA -> throw e;
                }
            }
        }
    }

    private static void giveUpAfter(int attempt, RuntimeException deadlock) {
        if (attempt >= TRIES) {
            throw new HandBackException("deadlocked " + attempt + " times", deadlock);
        }
    }

    private List<Settled> insert(long activityId, long epoch, List<AcceptedOrder> batch) {
        return transactions.in(() -> {
            Instant now = orders.now();
            Instant payBefore = now.plus(properties.payWithin());
            newOrders.insert(batch, now, payBefore);
            long units = batch.stream().mapToLong(AcceptedOrder::quantity).sum();
            long maxSeq = batch.stream().mapToLong(AcceptedOrder::seq).max().orElseThrow();
            if (activities.takeStock(activityId, units, maxSeq, epoch) != 1) {
                throw new StockRefusedException();
            }
            return batch.stream()
                    .<Settled>map(order -> new Settled.Stored(order, payBefore))
                    .toList();
        });
    }

    /** The activity's row did not give the units: find out why. */
    private List<Settled> refused(long activityId, long epoch, List<AcceptedOrder> batch) {
        Optional<Activity> activity = read(() -> activities.find(activityId));
        if (activity.isEmpty()) {
            return batch.stream()
                    .<Settled>map(order -> new Settled.Impossible(order, "MySQL has no activity " + activityId))
                    .toList();
        }
        if (activity.get().epoch() != epoch) {
            throw new HandBackException(
                    "Redis sells under epoch " + epoch + ", MySQL is at "
                            + activity.get().epoch(),
                    null);
        }
        if (batch.size() > 1) {
            return oneByOne(activityId, epoch, batch);
        }
        AcceptedOrder order = batch.get(0);
        return List.of(close(order, CloseReason.SHORTAGE, "MySQL has no stock for it"));
    }

    /** First come, first served, where there is not enough for all. */
    private List<Settled> oneByOne(long activityId, long epoch, List<AcceptedOrder> batch) {
        return batch.stream()
                .sorted(Comparator.comparingLong(AcceptedOrder::seq))
                .flatMap(order -> store(activityId, epoch, List.of(order)).stream())
                .toList();
    }

    /** Some of these are known: they were delivered before, or their user has another live order. */
    private List<Settled> withoutKnown(long activityId, long epoch, List<AcceptedOrder> batch) {
        // Live orders first: an order that another worker stores between the two questions is then found by its id.
        Map<Long, OrderRow> live = new HashMap<>();
        read(() -> orders.live(
                        activityId,
                        batch.stream().map(AcceptedOrder::userId).distinct().toList()))
                .forEach(row -> live.put(row.userId(), row));
        Map<Long, OrderRow> byId = byId(batch);
        List<Settled> settled = new ArrayList<>();
        List<AcceptedOrder> fresh = new ArrayList<>();
        for (AcceptedOrder order : batch) {
            OrderRow known = byId.get(order.orderId());
            OrderRow other = live.get(order.userId());
            if (known != null) {
                settled.add(redelivered(order, known));
            } else if (other != null) {
                settled.add(close(order, CloseReason.DUPLICATE, "its user has the live order " + other.id()));
            } else {
                fresh.add(order);
            }
        }
        if (fresh.size() == 1 && batch.size() == 1) {
            throw new HandBackException("order " + fresh.get(0).orderId() + " collided with a row that is gone", null);
        }
        if (fresh.size() == batch.size()) {
            settled.addAll(oneByOne(activityId, epoch, fresh));
        } else if (!fresh.isEmpty()) {
            settled.addAll(store(activityId, epoch, fresh));
        }
        return settled;
    }

    /**
     * Looks orders up that must not be stored.
     *
     * @param accepted the orders, at least one
     * @return what is known of those that are rows
     * @throws HandBackException if the database is away
     */
    List<Settled> known(List<AcceptedOrder> accepted) {
        Map<Long, OrderRow> byId = byId(accepted);
        List<Settled> known = new ArrayList<>();
        for (AcceptedOrder order : accepted) {
            OrderRow row = byId.get(order.orderId());
            if (row != null) {
                known.add(redelivered(order, row));
            }
        }
        return known;
    }

    private Map<Long, OrderRow> byId(List<AcceptedOrder> accepted) {
        return read(() -> orders.byIds(
                        accepted.stream().map(AcceptedOrder::orderId).toList()))
                .stream()
                .collect(Collectors.toMap(OrderRow::id, Function.identity()));
    }

    private static Settled redelivered(AcceptedOrder order, OrderRow row) {
        boolean ours = row.activityId() == order.activityId() && row.userId() == order.userId();
        if (!ours) {
            return new Settled.Impossible(
                    order,
                    "order " + row.id() + " is that of user " + row.userId() + " in activity " + row.activityId());
        }
        return new Settled.Known(order, row);
    }

    private Settled close(AcceptedOrder order, CloseReason reason, String why) {
        try {
            transactions.in(() -> {
                orders.insertCancelled(order, reason);
                return true;
            });
            log.atError()
                    .addKeyValue("orderId", order.orderId())
                    .log("[consumer] order {} of activity {} is closed: {}", order.orderId(), order.activityId(), why);
            return new Settled.Closed(order, reason);
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) == SqlFailure.DATA) {
                throw e;
            }
            // A duplicate here means that another worker has settled it in this moment: the redelivery will find out.
            throw new HandBackException("order " + order.orderId() + " could not be closed: " + e.getMessage(), e);
        }
    }

    private static <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (RuntimeException e) {
            if (SqlFailure.of(e) == SqlFailure.DATA) {
                throw e;
            }
            throw new HandBackException("MySQL is away: " + e.getMessage(), e);
        }
    }

    /** Rolls the batch back: the activity's row has fewer units or another epoch. */
    private static final class StockRefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        StockRefusedException() {
            super(null, null, false, false);
        }
    }
}
