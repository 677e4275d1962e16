package io.seckill.service.order;

import io.seckill.service.simulator.MySqlModel;
import io.seckill.service.simulator.OrderRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.dao.DuplicateKeyException;

/** The statements on seckill_order. */
final class OrderRows implements OrderMapper, OrderInsert {

    private final MySqlModel mysql;
    private final LongSupplier millis;
    private final Consumer<Long> takesUser;
    private final boolean ignoresDuplicates;

    /**
     * @param takesUser throws if MySQL does not take the order of this user
     * @param ignoresDuplicates whether this is the mistaken INSERT IGNORE
     */
    OrderRows(MySqlModel mysql, LongSupplier millis, Consumer<Long> takesUser, boolean ignoresDuplicates) {
        this.mysql = mysql;
        this.millis = millis;
        this.takesUser = takesUser;
        this.ignoresDuplicates = ignoresDuplicates;
    }

    @Override
    public Instant now() {
        return mysql.statement("SELECT now", this::time);
    }

    private Instant time() {
        return Instant.ofEpochMilli(millis.getAsLong());
    }

    @Override
    public void insert(List<AcceptedOrder> orders, Instant now, Instant payBefore) {
        mysql.statement("INSERT orders " + ids(orders), () -> {
            for (AcceptedOrder order : orders) {
                takesUser.accept(order.userId());
                OrderRecord row = row(order, OrderRecord.PENDING, null, payBefore, OrderRow.OWES_NOTHING);
                try {
                    mysql.insert(row.key(), row);
                    mysql.insert(row.liveKey(), row.id());
                } catch (DuplicateKeyException e) {
                    if (!ignoresDuplicates) {
                        throw e;
                    }
                }
            }
            return null;
        });
    }

    private static List<Long> ids(List<AcceptedOrder> orders) {
        return orders.stream().map(AcceptedOrder::orderId).toList();
    }

    private static OrderRecord row(
            AcceptedOrder order, int status, CloseReason reason, Instant payBefore, int returnState) {
        return new OrderRecord(
                order.orderId(),
                order.activityId(),
                order.userId(),
                order.quantity(),
                status,
                reason,
                order.seq(),
                order.epoch(),
                order.acceptedAt(),
                payBefore,
                returnState);
    }

    @Override
    public void insertCancelled(AcceptedOrder order, CloseReason reason) {
        mysql.statement("INSERT cancelled " + order.orderId(), () -> {
            OrderRecord row = row(order, OrderRecord.CANCELLED, reason, null, OrderRow.OWES_UNITS);
            mysql.insert(row.key(), row);
            return null;
        });
    }

    @Override
    public List<OrderRow> byIds(Collection<Long> ids) {
        return mysql.statement(
                "SELECT orders " + ids,
                () -> ids.stream()
                        .map(id -> mysql.find(OrderRecord.key(id), OrderRecord.class))
                        .filter(Objects::nonNull)
                        .map(OrderRows::read)
                        .toList());
    }

    @Override
    public List<OrderRow> live(long activityId, Collection<Long> userIds) {
        return mysql.statement(
                "SELECT live of " + userIds,
                () -> all().filter(row -> row.status() != OrderRecord.CANCELLED && userIds.contains(row.userId()))
                        .map(OrderRows::read)
                        .toList());
    }

    @Override
    public Optional<OrderRow> ofUser(long activityId, long userId, Long orderId) {
        return mysql.statement(
                "SELECT of user " + userId,
                () -> all().filter(row -> row.userId() == userId && (orderId == null || row.id() == orderId))
                        .max(Comparator.comparingLong(OrderRecord::id))
                        .map(OrderRows::read));
    }

    @Override
    public int pay(long id) {
        return mysql.statement(
                "UPDATE pay " + id,
                () -> changeIf(
                        id, OrderRecord.PENDING, row -> row.with(OrderRecord.PAID, null, OrderRow.OWES_PAID_NOTE)));
    }

    @Override
    public int cancel(long id, long userId) {
        return mysql.statement("UPDATE cancel " + id, () -> cancelIfPending(id, userId, CloseReason.USER));
    }

    private int cancelIfPending(long id, Long userId, CloseReason reason) {
        int changed = changeIf(
                id,
                OrderRecord.PENDING,
                row -> userId == null || row.userId() == userId
                        ? row.with(OrderRecord.CANCELLED, reason, OrderRow.OWES_UNITS)
                        : null);
        if (changed == 1) {
            mysql.delete(mysql.find(OrderRecord.key(id), OrderRecord.class).liveKey());
        }
        return changed;
    }

    private int changeIf(long id, int status, UnaryOperator<OrderRecord> change) {
        return mysql.update(
                OrderRecord.key(id), OrderRecord.class, row -> row.status() == status ? change.apply(row) : null);
    }

    @Override
    public List<OrderRow> lockOverdue(int limit) {
        return mysql.statement("SELECT overdue FOR UPDATE", () -> {
            List<OrderRecord> overdue = all().filter(row -> row.status() == OrderRecord.PENDING
                            && !row.payBefore().isAfter(time()))
                    .filter(row -> !mysql.isLocked(row.key()))
                    .limit(limit)
                    .toList();
            overdue.forEach(row -> mysql.lock(row.key()));
            return overdue.stream().map(OrderRows::read).toList();
        });
    }

    @Override
    public int timeOut(Collection<Long> ids) {
        return mysql.statement(
                "UPDATE time out " + ids,
                () -> ids.stream()
                        .mapToInt(id -> cancelIfPending(id, null, CloseReason.TIMEOUT))
                        .sum());
    }

    @Override
    public List<OrderRow> owed(long after, int limit) {
        return mysql.statement(
                "SELECT owed",
                () -> all().filter(row -> row.id() > after
                                && (row.returnState() == OrderRow.OWES_UNITS
                                        || row.returnState() == OrderRow.OWES_PAID_NOTE))
                        .limit(limit)
                        .map(OrderRows::read)
                        .toList());
    }

    @Override
    public void noteReturned(Collection<Long> ids) {
        mysql.statement("UPDATE returned " + ids, () -> {
            ids.forEach(id -> told(id, OrderRow.OWES_UNITS, OrderRow.UNITS_RETURNED));
            return null;
        });
    }

    @Override
    public int noteTold(long id, int from, int to) {
        return mysql.statement("UPDATE told " + id, () -> told(id, from, to));
    }

    private int told(long id, int from, int to) {
        return mysql.update(
                OrderRecord.key(id),
                OrderRecord.class,
                row -> row.returnState() == from ? row.with(row.status(), row.closeReason(), to) : null);
    }

    private Stream<OrderRecord> all() {
        return mysql.all("order:", OrderRecord.class).stream();
    }

    private static OrderRow read(OrderRecord row) {
        return new OrderRow(
                row.id(),
                row.activityId(),
                row.userId(),
                row.quantity(),
                row.status(),
                row.closeReason(),
                row.acceptedAt(),
                row.payBefore(),
                row.returnState());
    }
}
