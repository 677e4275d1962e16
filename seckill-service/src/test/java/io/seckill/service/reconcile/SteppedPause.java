package io.seckill.service.reconcile;

import io.seckill.queue.SteppedPool;
import io.seckill.service.simulator.World;
import java.time.Duration;

/** The pause between two looks, as long as the product's own, by the simulator's clock. */
final class SteppedPause extends ConfirmPause {

    static final ReconcileProperties PROPERTIES =
            new ReconcileProperties(false, Duration.ofSeconds(10), null, Duration.ofDays(30), Duration.ofSeconds(5));

    private final World world;

    SteppedPause(World world) {
        super(PROPERTIES, SteppedPool.PROPERTIES);
        this.world = world;
    }

    @Override
    void await() {
        world.sleep(SteppedPool.PROPERTIES.lease().plusSeconds(5).toMillis());
    }
}
