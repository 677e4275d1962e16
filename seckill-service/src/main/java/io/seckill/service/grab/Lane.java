package io.seckill.service.grab;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one activity that wait for their script call, first come, first served. While fewer calls than allowed
 * are in flight an order goes at once, alone; those that come while all are in flight share the next one. So nobody waits
 * for a call to fill up, and the busier it is, the more orders share a round trip.
 */
final class Lane {

    private final int batchSize;
    private final int mostInFlight;
    private final int mostWaiting;
    private final Function<List<Placing>, CompletionStage<List<GrabOutcome>>> call;
    private final Queue<Placing> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * @param batchSize most orders of one call
     * @param mostInFlight most calls under way
     * @param mostWaiting most orders that wait
     * @param call runs the script for some orders: one outcome each, in their order
     */
    Lane(
            int batchSize,
            int mostInFlight,
            int mostWaiting,
            Function<List<Placing>, CompletionStage<List<GrabOutcome>>> call) {
        this.batchSize = batchSize;
        this.mostInFlight = mostInFlight;
        this.mostWaiting = mostWaiting;
        this.call = call;
    }

    /**
     * Takes an order in.
     *
     * @return {@code false} if too many wait already; it is not taken then
     */
    boolean offer(Placing placing) {
        if (waitingCount.incrementAndGet() > mostWaiting) {
            waitingCount.decrementAndGet();
            return false;
        }
        waiting.add(placing);
        drive();
        return true;
    }

    /** Sends for as long as there are orders and calls to spare. Whoever ends a call looks again, so none is left. */
    private void drive() {
        while (!waiting.isEmpty()) {
            int flying = inFlight.get();
            if (flying >= mostInFlight) {
                return;
            }
            if (inFlight.compareAndSet(flying, flying + 1)) {
                List<Placing> batch = next();
                if (batch.isEmpty()) {
                    inFlight.decrementAndGet();
                } else {
                    send(batch);
                }
            }
        }
    }

    private List<Placing> next() {
        List<Placing> batch = new ArrayList<>();
        Placing first;
        while (batch.size() < batchSize && (first = waiting.poll()) != null) {
            waitingCount.decrementAndGet();
            if (first.claimToSend()) {
                batch.add(first);
            }
        }
        return batch;
    }

    private void send(List<Placing> batch) {
        CompletionStage<List<GrabOutcome>> answer;
        try {
            answer = call.apply(batch);
        } catch (RuntimeException e) {
            landed(batch, null, e);
            return;
        }
        answer.whenComplete((outcomes, failure) -> landed(batch, outcomes, failure));
    }

    private void landed(List<Placing> batch, @Nullable List<GrabOutcome> outcomes, @Nullable Throwable failure) {
        inFlight.decrementAndGet();
        // The next ones first: whoever waits for an outcome is woken while the next call is on its way.
        drive();
        for (int i = 0; i < batch.size(); i++) {
            if (outcomes != null) {
                batch.get(i).outcome().complete(outcomes.get(i));
            } else {
                batch.get(i).outcome().completeExceptionally(failure == null ? new IllegalStateException() : failure);
            }
        }
    }
}
