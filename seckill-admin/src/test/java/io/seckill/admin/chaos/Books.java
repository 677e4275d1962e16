package io.seckill.admin.chaos;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
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
import org.jspecify.annotations.Nullable;

/** What the stores themselves hold, read past the product. */
final class Books {

    private final Fleet fleet;

    Books(Fleet fleet) {
        this.fleet = fleet;
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
    record Sale(long stock, long granted, long claimed, Map<Long, Long> unitsByOrder, boolean expires) {}

    Map<Long, Order> orders() {
        Map<Long, Order> orders = new HashMap<>();
        query("SELECT id, activity_id, user_id, quantity, status, close_reason FROM seckill_order", row -> {
            Order order = new Order(
                    row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4), row.getInt(5), row.getString(6));
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
                        + " GROUP BY a.id, a.total_stock, a.stock, a.reserved",
                row -> activities.add(
                        new Activity(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5))));
        return activities;
    }

    List<Payment> payments() {
        List<Payment> payments = new ArrayList<>();
        query(
                "SELECT txn_id, order_id, result FROM seckill_payment",
                row -> payments.add(new Payment(row.getString(1), row.getLong(2), row.getString(3))));
        return payments;
    }

    /** How many repairs the reconciliation has made, of whatever kind. */
    Map<String, Long> repairs() {
        Map<String, Long> repairs = new HashMap<>();
        query(
                "SELECT action, COUNT(*) FROM seckill_audit_log WHERE action LIKE 'REPAIR\\_%' GROUP BY action",
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
        return withRedis(connection -> {
            List<Object> reply = connection
                    .sync()
                    .eval(
                            "return {redis.call('GET', KEYS[2]), redis.call('HGET', KEYS[1], 'granted'),"
                                    + " redis.call('HGET', KEYS[1], 'claimed'), redis.call('HVALS', KEYS[3]),"
                                    + " math.max(redis.call('PTTL', KEYS[1]), redis.call('PTTL', KEYS[2]),"
                                    + " redis.call('PTTL', KEYS[3]))}",
                            io.lettuce.core.ScriptOutputType.MULTI,
                            RedisKeys.activity(activityId),
                            RedisKeys.stock(activityId),
                            RedisKeys.claims(activityId));
            Map<Long, Long> units = new HashMap<>();
            for (Object claim : (List<?>) reply.get(3)) {
                String[] parts = ((String) claim).split("\\|");
                units.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            }
            return new Sale(
                    number(reply.get(0)), number(reply.get(1)), number(reply.get(2)), units, (Long) reply.get(4) >= 0);
        });
    }

    /** SCRIPT FLUSH. */
    void forgetScripts() {
        withRedis(connection -> connection.sync().scriptFlush());
    }

    private static long number(Object value) {
        return Long.parseLong((String) value);
    }

    private <T> T withRedis(java.util.function.Function<StatefulRedisConnection<String, String>, T> work) {
        RedisURI uri = RedisURI.create(fleet.redis().cliUrl());
        RedisClient client = RedisClient.create(uri);
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return work.apply(connection);
        } finally {
            client.shutdown();
        }
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
