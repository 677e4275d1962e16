package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.QueueKeys;
import io.seckill.queue.WireFormat;
import io.seckill.service.order.OrderDuties;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.ArrayList;
import java.util.List;

/** People who buy, look, pay and cancel, and what they remember. */
final class Buyers {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");
    private static final long ACCEPTED = 0;
    private static final long DUPLICATE = 1;
    private static final long TIMEOUT_MILLIS = 500;
    private static final int MOST_REGRABS = 3;

    /** What a buyer knows of an order: its id. */
    private record Known(long user, long orderId) {}

    private final World world;
    private final long activityId;
    private final RedisLink redis;
    private final Referee referee;
    private final List<Known> known = new ArrayList<>();
    private final int users;
    private int ids;
    private int payments;

    Buyers(World world, long activityId, RedisLink redis, Referee referee) {
        this.world = world;
        this.activityId = activityId;
        this.redis = redis;
        this.referee = referee;
        this.users = 2 + world.random.nextInt(4);
    }

    void act(OrderDuties api) {
        int what = world.random.nextInt(10);
        try {
            if (known.isEmpty() || what < 4) {
                grab();
                return;
            }
            Known one = known.get(known.size() - 1 - world.random.nextInt(Math.min(known.size(), 6)));
            if (what < 6) {
                api.cancel(one.orderId(), one.user());
            } else if (what < 8) {
                api.pay("txn-" + ++payments, one.orderId());
            } else {
                api.status(activityId, one.user(), one.orderId()).ifPresent(view -> {
                    world.trace("shown " + view);
                    referee.shown(one.orderId(), view.status());
                });
            }
        } catch (SeckillException e) {
            world.trace("answer: " + e.getMessage());
        }
    }

    /** As TSID makes them: time first. */
    private long orderId() {
        long sinceTheirEpoch = world.millis() - 1_577_836_800_000L;
        return sinceTheirEpoch << 22 | ++ids & 0xfff;
    }

    private void grab() {
        long user = 1 + world.random.nextInt(users);
        long id = orderId();
        known.add(new Known(user, id));
        long sentAt = world.millis();
        String queue = RedisKeys.queue(activityId);
        List<Object> answer = redis.call(
                GRAB,
                new String[] {
                    RedisKeys.activity(activityId),
                    RedisKeys.stock(activityId),
                    RedisKeys.claims(activityId),
                    queue,
                    QueueKeys.retry(queue),
                    RedisKeys.regrabs(activityId)
                },
                Long.toString(activityId),
                "100",
                WireFormat.VERSION,
                Integer.toString(MOST_REGRABS),
                Long.toString(id),
                Long.toString(user),
                Integer.toString(1 + world.random.nextInt(2)),
                Long.toString(sentAt + TIMEOUT_MILLIS));
        if (world.millis() > sentAt + TIMEOUT_MILLIS) {
            // Too late: the buyer was told CONFIRMING.
            return;
        }
        long code = (Long) answer.get(1);
        if (code != ACCEPTED) {
            referee.refused(id);
        }
        if (code == DUPLICATE) {
            String claim = (String) answer.get(2);
            known.add(new Known(user, Long.parseLong(claim.substring(0, claim.indexOf('|')))));
        }
    }
}
