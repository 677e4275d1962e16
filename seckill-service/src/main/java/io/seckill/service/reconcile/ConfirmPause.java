package io.seckill.service.reconcile;

import io.seckill.common.SeckillException;
import io.seckill.queue.QueueProperties;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.stereotype.Component;

/** Waits between the look that suspects and the look that confirms; a process that stops waits no longer. */
@Component
class ConfirmPause implements ApplicationListener<ContextClosedEvent> {

    /** Beyond the lease, the time that a worker needs to take over what another one left. */
    private static final Duration TAKEOVER = Duration.ofSeconds(5);

    private final Duration length;
    private final CountDownLatch stopping = new CountDownLatch(1);

    ConfirmPause(ReconcileProperties properties, QueueProperties queue) {
        Duration asSet = properties.confirmAfter();
        this.length = asSet == null ? queue.lease().plus(TAKEOVER) : asSet;
    }

    /**
     * Waits.
     *
     * @throws SeckillException SYSTEM_BUSY if this process stops
     */
    void await() {
        try {
            if (stopping.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
                throw SeckillException.busy("this process is shutting down", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SeckillException.busy("interrupted between two looks", e);
        }
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stopping.countDown();
    }
}
