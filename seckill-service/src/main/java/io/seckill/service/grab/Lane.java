package io.seckill.service.grab;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one activity that wait for their script call, first come, first served. With no call in flight an order
 * goes at once, alone; those that come meanwhile share the next one. A further call, up to as many as allowed, is worth its
 * price once an eighth of a batch waits for it, or if those in flight take long. So nobody waits for a call to fill up, the
 * busier it is the more orders share a round trip, and the farther Redis the more calls are under way.
 *
 * <p>Each order ends within the time-out, and a twentieth of it more: by the script's decision or a failure; cancelled, if
 * it was not sent in time and never will be; by a {@link TimeoutException}, if it was sent and no answer came.
 */
final class Lane {

    /** Of a whole batch: so many orders are worth a call beside those that are under way. */
    private static final int SHARE_WORTH_A_CALL = 8;

    /** A call to a Redis in the same house takes a fraction of a millisecond. */
    private static final long LONG_FOR_A_CALL_NANOS = 5_000_000;

    private final Limits limits;
    private final Function<List<Placing>, CompletionStage<List<GrabOutcome>>> call;
    private final LaneWatch watch;
    private final Queue<Placing> waiting = new ConcurrentLinkedQueue<>();
    private final Set<Flight> flights = ConcurrentHashMap.newKeySet();
    private final AtomicInteger waitingCount = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();

    /**
     * How much is taken on.
     *
     * @param batchSize most orders of one call
     * @param inFlight most calls under way
     * @param waiting most orders that wait
     */
    record Limits(int batchSize, int inFlight, int waiting) {}

    /**
     * @param limits how much is taken on
     * @param terms how long anything may take
     * @param call runs the script for some orders: one outcome each, in their order
     */
    Lane(Limits limits, LaneWatch.Terms terms, Function<List<Placing>, CompletionStage<List<GrabOutcome>>> call) {
        this.limits = limits;
        this.call = call;
        this.watch = new LaneWatch(terms, this::isBusy, this::endOverdue);
    }

    /**
     * Takes an order in.
     *
     * @return {@code false} if too many wait already; it is not taken then
     */
    boolean offer(Placing placing) {
        if (waitingCount.incrementAndGet() > limits.waiting()) {
            waitingCount.decrementAndGet();
            return false;
        }
        placing.isDueAt(watch.dueNanos());
        waiting.add(placing);
        drive();
        watch.keep();
        return true;
    }

    /** Sends for as long as there are orders and calls to spare. Whoever ends a call looks again, so none is left. */
    private void drive() {
        while (!waiting.isEmpty()) {
            int flying = inFlight.get();
            if (flying >= limits.inFlight() || flying > 0 && !isAnotherWorthIt()) {
                return;
            }
            if (inFlight.compareAndSet(flying, flying + 1)) {
                List<Placing> batch = next();
                if (batch.isEmpty()) {
                    inFlight.decrementAndGet();
                } else {
                    send(new Flight(batch, watch.dueNanos()));
                }
            }
        }
    }

    private boolean isAnotherWorthIt() {
        if (waitingCount.get() >= limits.batchSize() / SHARE_WORTH_A_CALL) {
            return true;
        }
        long due = watch.dueNanos();
        for (Flight flight : flights) {
            if (due - flight.dueNanos() < LONG_FOR_A_CALL_NANOS) {
                return false;
            }
        }
        return true;
    }

    private List<Placing> next() {
        List<Placing> batch = new ArrayList<>();
        Placing first;
        while (batch.size() < limits.batchSize() && (first = waiting.poll()) != null) {
            waitingCount.decrementAndGet();
            if (first.claimToSend()) {
                batch.add(first);
            }
        }
        return batch;
    }

    private void send(Flight flight) {
        flights.add(flight);
        CompletionStage<List<GrabOutcome>> answer;
        try {
            answer = call.apply(flight.batch());
        } catch (RuntimeException e) {
            land(flight, null, e);
            return;
        }
        answer.whenComplete((outcomes, failure) -> land(flight, outcomes, failure));
    }

    /** By its answer or by its time-out: an answer after that tells nobody anything. */
    private void land(Flight flight, @Nullable List<GrabOutcome> outcomes, @Nullable Throwable failure) {
        if (!flights.remove(flight)) {
            return;
        }
        inFlight.decrementAndGet();
        // The next ones first: whoever waits for an outcome is woken while the next call is on its way.
        drive();
        List<Placing> batch = flight.batch();
        for (int i = 0; i < batch.size(); i++) {
            if (outcomes != null) {
                batch.get(i).outcome().complete(outcomes.get(i));
            } else {
                batch.get(i).outcome().completeExceptionally(failure == null ? new IllegalStateException() : failure);
            }
        }
    }

    /** An order on its way from waiting into a call counts in one of the two at least, looked at in this order. */
    private boolean isBusy() {
        return waitingCount.get() > 0 || inFlight.get() > 0;
    }

    private void endOverdue(long nowNanos) {
        // Those who wait first: the room that an overdue call makes is for who still has time.
        for (Placing placing : waiting) {
            if (!placing.isOverdue(nowNanos)) {
                break;
            }
            // Left where it is, for the next call to drop; whoever claims it first decides.
            if (placing.giveUp()) {
                placing.outcome().cancel(false);
            }
        }
        for (Flight flight : flights) {
            if (nowNanos - flight.dueNanos() >= 0) {
                // It must not hold those up that come after it.
                land(flight, null, new TimeoutException("no answer from Redis"));
            } else {
                flight.batch().stream()
                        .filter(placing -> placing.isOverdue(nowNanos))
                        .forEach(placing -> placing.outcome()
                                .completeExceptionally(new TimeoutException("no answer from Redis in time")));
            }
        }
    }

    /**
     * A call under way.
     *
     * @param batch the orders that share it
     * @param dueNanos when it is no longer waited for
     */
    private record Flight(List<Placing> batch, long dueNanos) {

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
