package io.seckill.queue;

import io.seckill.service.simulator.World;

/** Waits by the simulator's clock. */
final class SteppedPatience extends Patience {

    private final World world;

    SteppedPatience(OutageLog outages, World world) {
        super(outages);
        this.world = world;
    }

    @Override
    boolean pause(long millis) {
        world.sleep(millis);
        return false;
    }
}
