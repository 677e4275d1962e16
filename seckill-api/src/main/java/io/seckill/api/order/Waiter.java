package io.seckill.api.order;

import io.seckill.common.SeckillException;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderView;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One call that waits for an order to leave QUEUED. */
final class Waiter {

    /** How old, in nanoseconds, what was seen last may be when the time is up; older means that Redis is away. */
    private static final long FRESH_NANOS = 1_500_000_000L;

    private final StatusQuery query;
    private final long userId;
    private final CompletableFuture<Optional<OrderView>> outcome = new CompletableFuture<>();
    private final AtomicBoolean asking = new AtomicBoolean();

    private @Nullable OrderView seen;
    private long seenAt;
    private boolean everRead;
    private boolean timeUp;

    Waiter(StatusQuery query, long userId) {
        this.query = query;
        this.userId = userId;
    }

    StatusQuery query() {
        return query;
    }

    long userId() {
        return userId;
    }

    CompletableFuture<Optional<OrderView>> outcome() {
        return outcome;
    }

    /** Whether a claim is of the order that is waited for. */
    boolean isAbout(OrderView claim) {
        return query.orderId() == null || query.orderId() == claim.orderId();
    }

    /** Whether the caller is to look the order up beyond the claims: one at a time does. */
    boolean asks() {
        return asking.compareAndSet(false, true);
    }

    /** The claim was read. */
    synchronized void see(OrderView order, long now) {
        seen = order;
        seenAt = now;
        everRead = true;
        if (timeUp || order.status() != OrderStatus.QUEUED) {
            outcome.complete(Optional.of(order));
        }
    }

    /** The order was looked up beyond the claims. */
    synchronized void find(Optional<OrderView> order, long now) {
        if (order.isEmpty()) {
            outcome.complete(order);
        } else {
            see(order.get(), now);
        }
        asking.set(false);
    }

    /** A store could not be read; it may yet, until the time is up. */
    synchronized void miss(Throwable failure, long now) {
        asking.set(false);
        everRead = true;
        if (timeUp) {
            answerWithWhatWasSeen(now, failure);
        }
    }

    /** The time is up. Whoever came too late for any read is answered by the first. */
    synchronized void timeUp(long now) {
        timeUp = true;
        if (everRead) {
            answerWithWhatWasSeen(now, null);
        }
    }

    /** Nobody will read any more. */
    synchronized void dismiss(long now) {
        answerWithWhatWasSeen(now, null);
    }

    private void answerWithWhatWasSeen(long now, @Nullable Throwable failure) {
        if (seen != null && now - seenAt < FRESH_NANOS) {
            outcome.complete(Optional.of(seen));
        } else {
            outcome.completeExceptionally(
                    failure instanceof SeckillException refusal
                            ? refusal
                            : SeckillException.busy("no claim could be read for who waits", failure));
        }
    }
}
