package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import java.util.List;

/** One run of a seed: faults for a while, then none until everything rests, then the verdict. */
final class Simulation {

    private static final long UNITS = 4;
    private static final int FAULTY_STEPS = 500;
    private static final int MOST_STEPS_TO_REST = 20_000;
    private static final String RUN_ID = "0123456789abcdef0123456789abcdef01234567";

    private final World world;
    private final Faults faults;
    private final Referee referee;
    private final RedisModel redis;
    private final MySqlModel mysql;
    private final Wire wire;
    private final Shop shop;
    private long movedAt;

    Simulation(long seed, Mistake mistake, boolean tracing, LuaMachine machine) {
        world = new World(seed, tracing);
        faults = new Faults(world, mistake.provokedBy());
        referee = new Referee(world, Shop.ACTIVITY, UNITS);
        redis = new RedisModel(world::millis, RUN_ID);
        mysql = new MySqlModel(world, faults, referee::committing);
        referee.watch(redis, mysql);
        wire = new Wire(world, redis, machine, faults, mistake, referee);
        shop = new Shop(world, faults, mistake, referee, mysql, wire);
    }

    /** Throws a {@link Violation} if a promise was broken. */
    void run() {
        layOut();
        shop.open();
        world.trace("faults: " + faults.kinds());
        Nemesis nemesis = new Nemesis(world, faults, redis, mysql, wire, referee, shop);
        world.run(nemesis::act, this::isOver);
    }

    List<String> trace() {
        return world.trace();
    }

    long steps() {
        return world.steps();
    }

    private void layOut() {
        mysql.layOut(SaleRecord.key(Shop.ACTIVITY), new SaleRecord(Shop.ACTIVITY, UNITS, UNITS, 1, 0));
        redis.call(
                "HSET",
                RedisKeys.activity(Shop.ACTIVITY),
                "startAt",
                "0",
                "endAt",
                "9999999999999",
                "perOrderLimit",
                "2",
                "state",
                "OPEN",
                "granted",
                Long.toString(UNITS),
                "claimed",
                "0",
                "epoch",
                "1",
                "seq",
                "0",
                "openFor",
                RUN_ID);
        redis.call("SET", RedisKeys.stock(Shop.ACTIVITY), Long.toString(UNITS));
    }

    private boolean isOver() {
        if (faults.isOn()) {
            if (world.steps() > FAULTY_STEPS) {
                world.trace("no more faults");
                faults.off();
                shop.hosts().forEach(host -> host.upNow(world.millis()));
                movedAt = world.millis();
            }
            return false;
        }
        if (!wire.isQuiet()
                || Rest.isMoving(Shop.ACTIVITY, redis, mysql)
                || world.actors().stream().anyMatch(actor -> !actor.idle || actor.doomed)) {
            if (world.steps() > FAULTY_STEPS + MOST_STEPS_TO_REST) {
                world.violate("does not come to rest; " + redis.everything());
            }
            movedAt = isMoving() ? world.millis() : movedAt;
            return false;
        }
        if (shop.cleanLookBegun() <= movedAt) {
            if (world.steps() > FAULTY_STEPS + MOST_STEPS_TO_REST) {
                world.violate("reconciliation still finds something; " + redis.everything());
            }
            return false;
        }
        List<String> wrong = new Rest(Shop.ACTIVITY, redis, mysql, referee).judge();
        if (!wrong.isEmpty()) {
            world.violate(String.join("; ", wrong));
        }
        return true;
    }

    private boolean isMoving() {
        return !wire.isQuiet() || Rest.isMoving(Shop.ACTIVITY, redis, mysql);
    }
}
