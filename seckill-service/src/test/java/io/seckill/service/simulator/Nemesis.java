package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.simulator.RedisModel.Fields;
import io.seckill.service.simulator.RedisModel.Items;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What goes wrong between calls. */
final class Nemesis {

    private static final String QUEUE = RedisKeys.queue(Shop.ACTIVITY);

    private final World world;
    private final Faults faults;
    private final RedisModel redis;
    private final MySqlModel mysql;
    private final Wire wire;
    private final Referee referee;
    private final Shop shop;

    Nemesis(World world, Faults faults, RedisModel redis, MySqlModel mysql, Wire wire, Referee referee, Shop shop) {
        this.world = world;
        this.faults = faults;
        this.redis = redis;
        this.mysql = mysql;
        this.wire = wire;
        this.referee = referee;
        this.shop = shop;
    }

    void act() {
        wire.deliver();
        if (!faults.isOn()) {
            return;
        }
        if (faults.strikes(Faults.Kind.KILL)) {
            world.down(anyHost(), 100 + world.random.nextInt(3000), true);
        }
        if (faults.strikes(Faults.Kind.STOP)) {
            world.down(anyHost(), 500 + world.random.nextInt(6000), false);
        }
        if (faults.strikes(Faults.Kind.CLOCK_LEAPS)) {
            world.leap(200 + world.random.nextInt(3000));
        }
        if (faults.strikes(Faults.Kind.REDIS_FORGETS_SCRIPTS)) {
            world.trace("Redis forgets its scripts");
            wire.forgetScripts();
        }
        if (faults.strikes(Faults.Kind.DUPLICATE_DELIVERY)) {
            duplicate();
        }
        if (faults.strikes(Faults.Kind.MESSAGE_LOST)) {
            loseMessage();
        }
        if (faults.strikes(Faults.Kind.CLAIM_LOST)) {
            loseClaim();
        }
    }

    private Host<?> anyHost() {
        return shop.hosts().get(world.random.nextInt(shop.hosts().size()));
    }

    private final List<String> seen = new ArrayList<>();

    /** The queue gets a message that it has, or had, once more. */
    private void duplicate() {
        Items queue = (Items) redis.peek(QUEUE);
        if (queue != null) {
            seen.addAll(queue);
        }
        if (!seen.isEmpty()) {
            String message = seen.get(world.random.nextInt(seen.size()));
            world.trace("duplicate " + message);
            redis.call(world.random.nextBoolean() ? "LPUSH" : "RPUSH", QUEUE, message);
        }
    }

    private void loseMessage() {
        List<String> lists = redis.everything().keySet().stream()
                .filter(key -> key.equals(QUEUE) || key.startsWith(QUEUE + ":processing:"))
                .toList();
        if (lists.isEmpty()) {
            return;
        }
        String key = lists.get(world.random.nextInt(lists.size()));
        Items list = (Items) redis.peek(key);
        String message = list.get(world.random.nextInt(list.size()));
        redis.call("LREM", key, "1", message);
        AcceptedOrder.read(QUEUE, message.getBytes(StandardCharsets.UTF_8))
                .ifPresent(order -> referee.robbedOfMessage(order.orderId()));
        world.trace("lost from " + key + ": " + message);
    }

    /**
     * Only that of a paid order, to which reconciliation gives it back. If the order were cancelled before it gets there,
     * nobody would know any more how many units the claim held.
     */
    private void loseClaim() {
        List<OrderRecord> live = mysql.committed("order:", OrderRecord.class).stream()
                .filter(row -> row.status() == OrderRecord.PAID)
                .toList();
        Fields claims = (Fields) redis.peek(RedisKeys.claims(Shop.ACTIVITY));
        if (live.isEmpty() || claims == null || claims.size() < 2) {
            return;
        }
        OrderRecord row = live.get(world.random.nextInt(live.size()));
        String user = Long.toString(row.userId());
        String claim = claims.get(user);
        if (claim != null && claim.startsWith(row.id() + "|")) {
            redis.call("HDEL", RedisKeys.claims(Shop.ACTIVITY), user);
            referee.robbedOfClaim(row.userId());
            world.trace("lost claim " + claim);
        }
    }
}
