package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.queue.QueueKeys;
import io.seckill.service.order.Claim;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.simulator.RedisModel.Fields;
import io.seckill.service.simulator.RedisModel.Items;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must hold once nothing moves any more, by order id. */
final class Rest {

    private static final int UNITS_RETURNED = 2;

    private final long activityId;
    private final RedisModel redis;
    private final MySqlModel mysql;
    private final Referee referee;
    private final List<String> wrong = new ArrayList<>();

    Rest(long activityId, RedisModel redis, MySqlModel mysql, Referee referee) {
        this.activityId = activityId;
        this.redis = redis;
        this.mysql = mysql;
        this.referee = referee;
    }

    /** {@return whether something is still on its way between the stores, or waits for an operator} */
    static boolean isMoving(long activityId, RedisModel redis, MySqlModel mysql) {
        String queue = RedisKeys.queue(activityId);
        for (String key : redis.everything().keySet()) {
            if (key.startsWith(queue)
                    && (key.length() == queue.length()
                            || key.equals(QueueKeys.retry(queue))
                            || key.startsWith(":processing:", queue.length()))) {
                return true;
            }
        }
        return mysql.hasCommitted("order:", row -> ((OrderRecord) row).owesRedis())
                || mysql.hasCommitted("letter:", row -> ((LetterRecord) row).isUnsettled());
    }

    /** {@return what is wrong, nothing if all is well} */
    List<String> judge() {
        Map<Long, OrderRecord> rows = new TreeMap<>();
        mysql.committed("order:", OrderRecord.class).forEach(row -> rows.put(row.id(), row));
        Map<Long, LetterRecord> letters = new HashMap<>();
        mysql.committed("letter:", LetterRecord.class).stream()
                .filter(LetterRecord::isUnsettled)
                .forEach(letter -> letters.put(letter.orderId(), letter));
        Map<Long, Claim> claims = claims();
        homes(rows, letters, claims);
        claims(rows, letters, claims);
        units(claims);
        for (OrderRecord row : rows.values()) {
            expect(row.isLive() || row.returnState() == UNITS_RETURNED, "units of cancelled order %s are owed", row);
        }
        Items left = (Items) redis.peek(RedisKeys.queue(activityId));
        expect(left == null, "the queue holds %s", left);
        return wrong;
    }

    private Map<Long, Claim> claims() {
        Map<Long, Claim> claims = new TreeMap<>();
        Fields hash = (Fields) redis.peek(RedisKeys.claims(activityId));
        if (hash != null) {
            hash.forEach((user, text) -> claims.put(Long.parseLong(user), Claim.parse(text)));
        }
        return claims;
    }

    private void homes(Map<Long, OrderRecord> rows, Map<Long, LetterRecord> letters, Map<Long, Claim> claims) {
        for (long id : referee.accepted().keySet()) {
            expect(rows.containsKey(id) || letters.containsKey(id), "accepted order %s is nowhere", id);
        }
        for (long id : referee.refused()) {
            expect(
                    !rows.containsKey(id)
                            && !letters.containsKey(id)
                            && claims.values().stream().noneMatch(claim -> claim.orderId() == id),
                    "order %s was refused and is somewhere",
                    id);
        }
        referee.finals().forEach((id, status) -> {
            OrderRecord row = rows.get(id);
            boolean so = switch (status) {
                case NOT_PLACED -> row == null && !letters.containsKey(id);
                case PAID -> row != null && row.status() == OrderRecord.PAID;
                default -> row != null && row.status() == OrderRecord.CANCELLED;
            };
            expect(so, "order %s was %s for good, and is %s", id, status, row);
        });
    }

    private void claims(Map<Long, OrderRecord> rows, Map<Long, LetterRecord> letters, Map<Long, Claim> claims) {
        for (OrderRecord row : rows.values()) {
            Claim claim = claims.get(row.userId());
            expect(
                    !row.isLive() || claim != null && claim.orderId() == row.id(),
                    "live order %s: its buyer's claim is %s",
                    row,
                    claim);
        }
        claims.forEach((user, claim) -> {
            OrderRecord row = rows.get(claim.orderId());
            OrderStatus expected = row == null
                    ? OrderStatus.PROCESSING
                    : row.status() == OrderRecord.PAID ? OrderStatus.PAID : OrderStatus.PENDING_PAYMENT;
            boolean home = row == null ? letters.containsKey(claim.orderId()) : row.isLive();
            LetterRecord letter = letters.get(claim.orderId());
            boolean waits =
                    row == null && letter != null && letter.isReplaying() && claim.status() == OrderStatus.QUEUED;
            expect(
                    home && (claim.status() == expected || waits),
                    "user %s holds %s, the order is %s",
                    user,
                    claim,
                    row);
        });
    }

    private void units(Map<Long, Claim> claims) {
        Fields activity = (Fields) redis.peek(RedisKeys.activity(activityId));
        long held = claims.values().stream().mapToLong(Claim::quantity).sum();
        expect(
                Long.parseLong(activity.get("claimed")) == held,
                "%s units are claimed, the claims hold %s",
                activity.get("claimed"),
                held);
    }

    private void expect(boolean holds, String what, Object... values) {
        if (!holds) {
            wrong.add(what.formatted(values));
        }
    }
}
