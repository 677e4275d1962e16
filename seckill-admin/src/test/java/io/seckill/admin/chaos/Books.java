package io.seckill.admin.chaos;

import io.lettuce.core.ScriptOutputType;
import io.seckill.common.RedisKeys;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the stores themselves hold of some activities, read past the product. */
final class Books {

    private final Fleet fleet;
    private final String ids;
    private final long auditedBefore;

    /**
     * @param fleet whose stores
     * @param activities the sales
     * @param coldActivity one more, that was never warmed up
     */
    Books(Fleet fleet, List<Long> activities, long coldActivity) {
        this.fleet = fleet;
        this.ids = Stream.concat(activities.stream(), Stream.of(coldActivity))
                .map(String::valueOf)
                .collect(Collectors.joining(",", "(", ")"));
        long[] last = new long[1];
        query("SELECT COALESCE(MAX(id), 0) FROM seckill_audit_log", row -> last[0] = row.getLong(1));
        this.auditedBefore = last[0];
    }

    /** A row of an order. */
    record Order(
            long id,
            long activityId,
            long userId,
            int quantity,
            int status,
            @Nullable String closeReason) {

        boolean live() {
            return status != 2;
        }
    }

    /** A row of an activity; units. */
    record Activity(long id, long total, long stock, long reserved, long liveUnits) {}

    /** A payment's row. */
    record Payment(String txnId, long orderId, String result) {}

    /** A sale in Redis; units, and the order of each claim. */
    record Sale(long stock, long granted, long claimed, Map<Long, Long> unitsByOrder, boolean expires, boolean open) {}

    Map<Long, Order> orders() {
        Map<Long, Order> orders = new HashMap<>();
        query(
                "SELECT id, activity_id, user_id, quantity, status, close_reason FROM seckill_order"
                        + " WHERE activity_id IN " + ids,
                row -> {
                    Order order = new Order(
                            row.getLong(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getInt(4),
                            row.getInt(5),
                            row.getString(6));
                    orders.put(order.id(), order);
                });
        return orders;
    }

    /** As of one instant: what must hold of MySQL by itself holds in every such reading. */
    List<Activity> activities() {
        List<Activity> activities = new ArrayList<>();
        query(
                "SELECT a.id, a.total_stock, a.stock, a.reserved, COALESCE(SUM(o.quantity), 0) FROM seckill_activity a"
                        + " LEFT JOIN seckill_order o ON o.activity_id = a.id AND o.active = 1"
                        + " WHERE a.id IN " + ids
                        + " GROUP BY a.id, a.total_stock, a.stock, a.reserved",
                row -> activities.add(
                        new Activity(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5))));
        return activities;
    }

    List<Payment> payments() {
        List<Payment> payments = new ArrayList<>();
        query(
                "SELECT p.txn_id, p.order_id, p.result FROM seckill_payment p LEFT JOIN seckill_order o ON o.id = p.order_id"
                        + " WHERE o.id IS NULL OR o.activity_id IN " + ids,
                row -> payments.add(new Payment(row.getString(1), row.getLong(2), row.getString(3))));
        return payments;
    }

    /** How many repairs the reconciliation has made since these books were opened, of whatever kind. */
    Map<String, Long> repairs() {
        Map<String, Long> repairs = new HashMap<>();
        query(
                "SELECT action, COUNT(*) FROM seckill_audit_log WHERE action LIKE 'REPAIR\\_%' AND id > "
                        + auditedBefore + " GROUP BY action",
                row -> repairs.put(row.getString(1), row.getLong(2)));
        return repairs;
    }

    /** Orders of dead letters that nobody has settled. */
    Set<Long> openDeadLetters() {
        Set<Long> orders = new HashSet<>();
        query(
                "SELECT order_id FROM seckill_dead_letter WHERE state IN ('OPEN', 'REPLAYING') AND order_id IS NOT NULL",
                row -> orders.add(row.getLong(1)));
        return orders;
    }

    /** A sale at one instant. */
    Sale sale(long activityId) {
        return fleet.onRedis(redis -> {
            List<Object> reply = redis.eval(
                    "return {redis.call('GET', KEYS[2]), redis.call('HGET', KEYS[1], 'granted'),"
                            + " redis.call('HGET', KEYS[1], 'claimed'), redis.call('HVALS', KEYS[3]),"
                            + " math.max(redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2]),"
                            + " redis.call('PTTL', KEYS[3])), redis.call('HGET', KEYS[1], 'openFor'),"
                            + " string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')}",
                    ScriptOutputType.MULTI,
                    RedisKeys.activity(activityId),
                    RedisKeys.stock(activityId),
                    RedisKeys.claims(activityId));
            Map<Long, Long> units = new HashMap<>();
            for (Object claim : (List<?>) reply.get(3)) {
                String[] parts = ((String) claim).split("\\|");
                units.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            }
            return new Sale(
                    number(reply.get(0)),
                    number(reply.get(1)),
                    number(reply.get(2)),
                    units,
                    (Long) reply.get(4) >= 0,
                    reply.get(6).equals(reply.get(5)));
        });
    }

    private static long number(Object value) {
        return Long.parseLong((String) value);
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void query(String sql, RowReader reader) {
        try (Connection connection = fleet.database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                reader.read(rows);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
