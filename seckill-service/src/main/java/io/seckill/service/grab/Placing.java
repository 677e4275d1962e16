package io.seckill.service.grab;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One order on its way to the script. Whoever claims it first decides: the lane, that it is sent, or its caller, that it
 * never will be.
 */
final class Placing {

    private final long orderId;
    private final GrabRequest request;
    private final long deadline;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private long dueNanos;
    private final CompletableFuture<GrabOutcome> outcome = new CompletableFuture<>();

    /**
     * @param orderId its id
     * @param request what is wanted
     * @param deadline epoch ms of Redis's clock, after which the script refuses it
     */
    Placing(long orderId, GrabRequest request, long deadline) {
        this.orderId = orderId;
        this.request = request;
        this.deadline = deadline;
    }

    long orderId() {
        return orderId;
    }

    GrabRequest request() {
        return request;
    }

    long deadline() {
        return deadline;
    }

    /** Called once, before any other thread sees it: when its caller has waited long enough, by the lane's timer. */
    void isDueAt(long nanos) {
        dueNanos = nanos;
    }

    boolean isOverdue(long nowNanos) {
        return nowNanos - dueNanos >= 0;
    }

    /**
     * {@return what the script decided; a failure for {@link io.seckill.service.redis.RedisFailure} to judge; cancelled,
     * if it never will be sent}
     */
    CompletableFuture<GrabOutcome> outcome() {
        return outcome;
    }

    /** {@return whether it may be sent: its caller has not given it up} */
    boolean claimToSend() {
        return claimed.compareAndSet(false, true);
    }

    /** {@return whether it is certain now that it will never be sent} */
    boolean giveUp() {
        return claimed.compareAndSet(false, true);
    }
}
