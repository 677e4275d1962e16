package io.seckill.queue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The way of one batch from the worker's hands to wherever each of its messages belongs. */
final class BatchRun {

    private final BatchTools tools;
    private final RedisSession session;
    private final String queue;
    private final String worker;
    private final Runnable lettingGo;
    private final Set<Taken.Message> returned = new HashSet<>();
    private boolean trouble;

    /**
     * @param lettingGo is told before any message is let go
     */
    BatchRun(BatchTools tools, RedisSession session, String queue, String worker, Runnable lettingGo) {
        this.tools = tools;
        this.session = session;
        this.queue = queue;
        this.worker = worker;
        this.lettingGo = lettingGo;
    }

    /**
     * Handles what can be handled, buries what never can, hands back what could not be tried.
     *
     * @return whether everything is settled; if not, messages are left in the worker's list for the lease to end
     */
    boolean run(List<Taken.Message> batch) {
        List<Taken.Message> readable = new ArrayList<>(batch.size());
        List<Taken.Message> buried = new ArrayList<>();
        for (Taken.Message message : batch) {
            String verdict = tools.condemn(message);
            if (verdict == null) {
                readable.add(message);
            } else if (bury(message, verdict, message.failures())) {
                buried.add(message);
            }
        }
        boolean settled = buried.isEmpty() || settle(buried, List.of(), null);
        settled &= readable.isEmpty() || handle(readable);
        settled &= returned.isEmpty() || handBack(batch);
        if (trouble || !settled) {
            tools.dispatcher().rest(queue);
        } else {
            tools.works(queue);
        }
        return settled;
    }

    private boolean handle(List<Taken.Message> part) {
        if (trouble) {
            returned.addAll(part);
            return true;
        }
        BatchResult result;
        try {
            List<Delivery> deliveries = part.stream().map(this::delivery).toList();
            result = callHandler(deliveries);
        } catch (HandBackException e) {
            handBackLater(part, e);
            return true;
        } catch (Exception e) {
            if (tools.patience().givenUp()) {
                // The pool interrupts handlers when the grace time is over: no fault of the messages.
                handBackLater(part, e);
                return true;
            }
            return isolate(part, e);
        }
        return settle(part, result);
    }

    private BatchResult callHandler(List<Delivery> deliveries) throws Exception {
        long start = System.nanoTime();
        try {
            return Objects.requireNonNull(tools.handler().handle(queue, deliveries), "the handler returned no result");
        } finally {
            tools.counters().batches.increment();
            tools.counters().handlingNanos.add(System.nanoTime() - start);
            // An interrupt was meant for the handler; left behind it would break the acknowledgement.
            Thread.interrupted();
        }
    }

    /** Halves a failed batch until the bad message stands alone. */
    private boolean isolate(List<Taken.Message> part, Exception failure) {
        if (part.size() == 1) {
            String reason = "the handler threw " + RedisFailure.line(failure);
            BatchResult failed =
                    BatchResult.builder().retry(part.get(0).id(), reason).build();
            return settle(part, failed);
        }
        int middle = part.size() / 2;
        boolean first = handle(part.subList(0, middle));
        return handle(part.subList(middle, part.size())) && first;
    }

    private boolean settle(List<Taken.Message> part, BatchResult result) {
        List<Taken.Message> done = new ArrayList<>(part.size());
        List<ListCommands.Retry> retries = new ArrayList<>();
        int handled = 0;
        for (Taken.Message message : part) {
            HandlingResult of =
                    result.of(message.id()).orElseGet(() -> HandlingResult.retry("the handler named no result for it"));
            if (of instanceof HandlingResult.Done) {
                done.add(message);
                handled++;
            } else if (of instanceof HandlingResult.Dead dead) {
                if (bury(message, dead.reason(), message.failures())) {
                    done.add(message);
                }
            } else if (of instanceof HandlingResult.Retry retry) {
                failed(message, retry.reason(), done, retries);
            }
        }
        boolean settled = settle(done, retries, result.beforeAck());
        if (settled) {
            tools.counters().done.add(handled);
            tools.counters().retried.add(retries.size());
        }
        return settled;
    }

    private void failed(
            Taken.Message message, String reason, List<Taken.Message> done, List<ListCommands.Retry> retries) {
        int failures = message.failures() + 1;
        if (failures < tools.maxFailures()) {
            tools.noteFailure(queue, message, reason);
            retries.add(new ListCommands.Retry(
                    message.raw(), message.id(), tools.retryPolicy().delayMillis(failures)));
        } else if (bury(message, reason, failures)) {
            done.add(message);
        }
    }

    private boolean settle(List<Taken.Message> done, List<ListCommands.Retry> retries, @Nullable PipelineStep step) {
        if (done.isEmpty() && retries.isEmpty()) {
            return true;
        }
        lettingGo.run();
        Patience.Outcome outcome = tools.patience()
                .untilAnswered(
                        "Acknowledging to " + queue,
                        () -> tools.commands().settle(session, queue, worker, done, retries, step),
                        false);
        if (outcome == Patience.Outcome.REFUSED && step != null) {
            // The acknowledgement itself may have passed; what is still in the list comes again and counts as failed.
            List<ListCommands.Retry> again = new ArrayList<>(retries);
            done.forEach(message -> again.add(new ListCommands.Retry(
                    message.raw(), message.id(), tools.retryPolicy().delayMillis(message.failures() + 1))));
            return settle(List.of(), again, null);
        }
        return outcome == Patience.Outcome.DONE;
    }

    /** Returns whether the message is a dead letter now and may leave the list. */
    private boolean bury(Taken.Message message, String reason, int failures) {
        boolean[] held = new boolean[1];
        Patience.Outcome outcome = tools.patience()
                .untilAnswered(
                        "Checking what is held of " + queue,
                        () -> held[0] = tools.commands().hold(session, queue, worker, message),
                        false);
        if (outcome != Patience.Outcome.DONE) {
            trouble = true;
            returned.add(message);
            return false;
        }
        if (!held[0]) {
            tools.noteLost(queue, message);
            return false;
        }
        try {
            tools.bury(queue, message, reason, failures);
            return true;
        } catch (RuntimeException e) {
            tools.outages().failed("Burying a message of " + queue, "it goes back to the queue", e);
            trouble = true;
            returned.add(message);
            return false;
        }
    }

    private void handBackLater(List<Taken.Message> part, Exception why) {
        tools.outages().failed("Handling " + queue, "its messages go back and the queue rests", why);
        trouble = true;
        returned.addAll(part);
    }

    /** One script for all that goes back, in the order it was taken in. */
    private boolean handBack(List<Taken.Message> batch) {
        List<Taken.Message> inOrder = batch.stream().filter(returned::contains).toList();
        lettingGo.run();
        Patience.Outcome outcome = tools.patience()
                .untilAnswered(
                        "Returning messages to " + queue,
                        () -> tools.commands().handBack(session, queue, worker, inOrder),
                        false);
        tools.counters().handedBack.add(inOrder.size());
        return outcome == Patience.Outcome.DONE;
    }

    private Delivery delivery(Taken.Message message) {
        WireFormat.Message read = (WireFormat.Message) message.parsed();
        return new Delivery(
                queue,
                read.id(),
                read.enqueuedAt(),
                read.body(),
                message.raw(),
                message.deliveries(),
                message.failures());
    }
}
