package io.seckill.queue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the effects by message id and keeps the batches; a test says what happens before. */
final class RecordingHandler implements OrderHandler {

    final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<List<Delivery>> batches = new ConcurrentLinkedQueue<>();
    private final OrderHandler before;

    RecordingHandler() {
        this((queue, batch) -> BatchResult.allDone(batch));
    }

    /** What {@code before} returns or throws is the outcome; only what is done then has an effect. */
    RecordingHandler(OrderHandler before) {
        this.before = before;
    }

    @Override
    public BatchResult handle(String queue, List<Delivery> batch) throws Exception {
        batches.add(batch);
        BatchResult result = before.handle(queue, batch);
        for (Delivery delivery : batch) {
            if (result.of(delivery.messageId()).orElse(null) instanceof HandlingResult.Done) {
                effects.computeIfAbsent(delivery.messageId(), id -> new AtomicInteger())
                        .incrementAndGet();
            }
        }
        return result;
    }

    List<String> done() {
        return effects.keySet().stream().sorted().toList();
    }

    List<Delivery> deliveriesOf(String messageId) {
        return batches.stream()
                .flatMap(List::stream)
                .filter(delivery -> delivery.messageId().equals(messageId))
                .toList();
    }
}
