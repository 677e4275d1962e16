package io.seckill.service.order;

import io.seckill.common.SeckillException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Finds orders for operators, who may see everybody's. */
@Service
public class OrderSearch {

    private final OrderMapper orders;
    private final OrderSearchMapper rows;
    private final OrderFileMapper files;
    private final OrderStatusService status;

    OrderSearch(OrderMapper orders, OrderSearchMapper rows, OrderFileMapper files, OrderStatusService status) {
        this.files = files;
        this.orders = orders;
        this.rows = rows;
        this.status = status;
    }

    /**
     * Finds an order that is stored.
     *
     * @param orderId its id
     * @return the order, or nothing: one that waits to be stored is found by its user
     */
    public List<OrderView> byId(long orderId) {
        return orders.byIds(List.of(orderId)).stream().map(OrderRow::view).toList();
    }

    /**
     * Finds a user's orders: on the first page those that wait to be stored, then the stored ones, the newest first.
     *
     * @param userId the user
     * @param activityId only of this activity, or {@code null} for all
     * @param before only stored ones with a lower id; {@link Long#MAX_VALUE} for the first page
     * @param limit how many stored ones at most
     * @return the orders
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    public List<OrderView> ofUser(long userId, @Nullable Long activityId, long before, int limit) {
        List<OrderView> found = new ArrayList<>();
        if (before == Long.MAX_VALUE) {
            found.addAll(waiting(userId, activityId));
        }
        rows.ofUser(userId, activityId, before, limit).stream()
                .map(OrderRow::view)
                .forEach(found::add);
        return found;
    }

    /**
     * Finds the stored orders of an activity.
     *
     * @param activityId the activity
     * @param before only those with a lower id; {@link Long#MAX_VALUE} for the first page
     * @param limit how many at most
     * @return the newest first
     */
    public List<OrderView> ofActivity(long activityId, long before, int limit) {
        return rows.ofActivity(activityId, before, limit).stream()
                .map(OrderRow::view)
                .toList();
    }

    /**
     * Finds the stored orders of all activities.
     *
     * @param before only those with a lower id; {@link Long#MAX_VALUE} for the first page
     * @param limit how many at most
     * @return the newest first
     */
    public List<OrderView> newest(long before, int limit) {
        return rows.newest(before, limit).stream().map(OrderRow::view).toList();
    }

    /**
     * All that is on record of one order that is stored.
     *
     * @param orderId the order
     * @return it, or empty while it is no row
     */
    public Optional<OrderFile> file(long orderId) {
        return orders.byIds(List.of(orderId)).stream()
                .findFirst()
                .flatMap(row -> files.extra(orderId).map(extra -> file(row, extra)));
    }

    private OrderFile file(OrderRow row, OrderFileMapper.Extra extra) {
        Boolean unitsBack = switch (row.returnState()) {
            case OrderRow.OWES_UNITS -> Boolean.FALSE;
            case OrderRow.UNITS_RETURNED -> Boolean.TRUE;
            default -> null;
        };
        return new OrderFile(
                row.view(),
                extra.seq(),
                extra.epoch(),
                extra.createdAt(),
                extra.payBefore(),
                extra.paidAt(),
                extra.cancelledAt(),
                unitsBack,
                files.payments(row.id()));
    }

    /** Claims of orders that are no rows. Redis first: what is stored in between is a row by then. */
    private List<OrderView> waiting(long userId, @Nullable Long activityId) {
        List<OrderView> claimed = status.liveClaims(userId).stream()
                .filter(order -> activityId == null || activityId == order.activityId())
                .filter(order -> order.status() == OrderStatus.QUEUED || order.status() == OrderStatus.PROCESSING)
                .toList();
        if (claimed.isEmpty()) {
            return claimed;
        }
        Set<Long> stored = orders.byIds(claimed.stream().map(OrderView::orderId).toList()).stream()
                .map(OrderRow::id)
                .collect(Collectors.toSet());
        return claimed.stream()
                .filter(order -> !stored.contains(order.orderId()))
                .toList();
    }
}
