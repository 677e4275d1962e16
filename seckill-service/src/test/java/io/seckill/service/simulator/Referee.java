package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.reconcile.Finding;
import io.seckill.service.reconcile.FindingKind;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.simulator.RedisModel.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Watches what happens and what buyers are told, and says at once when a promise is broken. */
final class Referee {

    private static final String GRAB = LuaScript.load("grab/grab.lua").text();
    private static final int FIRST = 4;
    private static final int STRIDE = 4;
    private static final Set<OrderStatus> FINAL =
            Set.of(OrderStatus.PAID, OrderStatus.CANCELLED, OrderStatus.NOT_PLACED);

    /** An order that grab.lua accepted. */
    record Accepted(long orderId, long userId, int quantity) {}

    private final World world;
    private final long activityId;
    private final long total;
    private RedisModel redis;
    private MySqlModel mysql;
    private final Map<Long, Accepted> accepted = new HashMap<>();
    private final Set<Long> refused = new HashSet<>();
    private final Map<Long, OrderStatus> finals = new HashMap<>();
    private final Set<Long> robbedUsers = new HashSet<>();
    private final Set<Long> robbedOfMessage = new HashSet<>();
    private final Set<Long> replaysInterrupted = new HashSet<>();

    Referee(World world, long activityId, long total) {
        this.world = world;
        this.activityId = activityId;
        this.total = total;
    }

    void watch(RedisModel redis, MySqlModel mysql) {
        this.redis = redis;
        this.mysql = mysql;
    }

    Map<Long, Accepted> accepted() {
        return accepted;
    }

    Set<Long> refused() {
        return refused;
    }

    Map<Long, OrderStatus> finals() {
        return finals;
    }

    boolean isRobbed(long userId) {
        return robbedUsers.contains(userId);
    }

    /** Somebody took this user's claim. */
    void robbedOfClaim(long userId) {
        robbedUsers.add(userId);
    }

    /** Somebody took the message of this order. */
    void robbedOfMessage(long orderId) {
        robbedOfMessage.add(orderId);
    }

    /** An operator begins to replay this order's letter; a replay that dies on the way leaves a trace in the claim. */
    void replaying(String orderId) {
        replaysInterrupted.add(Long.parseLong(orderId));
    }

    /** The replay has come to its end. */
    void replayed(String orderId) {
        replaysInterrupted.remove(Long.parseLong(orderId));
    }

    /** A script was executed, whether or not anybody hears of it. */
    void executed(String text, List<String> args, Object reply) {
        if (text.equals(GRAB)) {
            List<?> parts = (List<?>) reply;
            for (int i = FIRST, at = 1; i < args.size(); i += STRIDE, at += 2) {
                if (parts.get(at).equals(0L)) {
                    long id = Long.parseLong(args.get(i));
                    accepted.put(
                            id, new Accepted(id, Long.parseLong(args.get(i + 1)), Integer.parseInt(args.get(i + 2))));
                    if (refused.contains(id) || finals.get(id) == OrderStatus.NOT_PLACED) {
                        world.violate("order " + id + " is placed after its buyer was told that it is not");
                    }
                }
            }
        }
        Fields activity = (Fields) redis.peek(RedisKeys.activity(activityId));
        long stock = Long.parseLong((String) redis.peek(RedisKeys.stock(activityId)));
        if (stock < 0 || stock + Long.parseLong(activity.get("claimed")) != Long.parseLong(activity.get("granted"))) {
            world.violate("S + C = W does not hold: stock " + stock + ", " + activity);
        }
    }

    /** Hears what a transaction writes, before it is written. */
    void committing(Map<String, Object> changes) {
        Map<String, Object> after = new HashMap<>();
        mysql.committed("order:", OrderRecord.class).forEach(row -> after.put(row.key(), row));
        SaleRecord sale = mysql.committed("activity:", SaleRecord.class).get(0);
        for (Map.Entry<String, Object> change : changes.entrySet()) {
            if (change.getValue() instanceof SaleRecord changed) {
                sale = changed;
            } else if (change.getValue() instanceof OrderRecord row) {
                OrderRecord before = (OrderRecord) after.put(row.key(), row);
                if (before != null && before.status() != row.status() && before.status() != OrderRecord.PENDING) {
                    world.violate("order " + row.id() + " goes from " + before.status() + " to " + row.status());
                }
                if (before == null && !accepted.containsKey(row.id())) {
                    world.violate("order " + row.id() + " is stored and was never accepted");
                }
            }
        }
        long live = after.values().stream()
                .map(OrderRecord.class::cast)
                .filter(OrderRecord::isLive)
                .mapToLong(OrderRecord::quantity)
                .sum();
        if (sale.stock() < 0 || sale.stock() + live != total) {
            world.violate("D + O = T does not hold: stock " + sale.stock() + ", live " + live + " of " + total);
        }
    }

    /** A buyer got a definite no for this id. */
    void refused(long orderId) {
        refused.add(orderId);
        if (accepted.containsKey(orderId)) {
            world.violate("order " + orderId + " is placed, and its buyer was told that it is not");
        }
    }

    /** A buyer was shown this. */
    void shown(long orderId, OrderStatus status) {
        OrderStatus before = finals.get(orderId);
        if (before != null && before != status) {
            world.violate("order " + orderId + " was " + before + " for good, and is shown as " + status);
        }
        if (status == OrderStatus.NOT_PLACED && accepted.containsKey(orderId)) {
            world.violate("order " + orderId + " is placed, and is shown as NOT_PLACED");
        }
        if (FINAL.contains(status)) {
            finals.put(orderId, status);
        }
    }

    /** Reconciliation has come to an end. */
    void reported(ReconcileReport report) {
        for (Finding finding : report.findings()) {
            boolean expected = robbedUsers.contains(finding.userId())
                    || robbedOfMessage.contains(finding.orderId())
                    || finding.kind() == FindingKind.CLAIM_BEHIND && replaysInterrupted.contains(finding.orderId());
            if (!expected) {
                world.violate("false alarm, nothing was lost: " + finding);
            }
        }
    }
}
