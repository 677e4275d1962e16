package io.seckill.service.order;

import io.seckill.common.CanonicalId;
import io.seckill.common.RedisKeys;
import io.seckill.queue.Delivery;
import io.seckill.queue.WireFormat;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An order that the script accepted, as its message carries it: {@code activityId|userId|quantity|seq|epoch} under the
 * order's id.
 *
 * @param orderId its id
 * @param activityId the activity
 * @param userId the buyer
 * @param quantity units
 * @param seq number of the accept within its activity
 * @param epoch epoch of the accept
 * @param acceptedAt clock of Redis
 */
public record AcceptedOrder(
        long orderId, long activityId, long userId, int quantity, long seq, long epoch, Instant acceptedAt) {

    private static final int FIELDS = 5;

    /**
     * Reads a message.
     *
     * @param delivery the message
     * @return the order, or empty if this is not one of ours
     */
    static Optional<AcceptedOrder> read(Delivery delivery) {
        return read(new WireFormat.Message(delivery.messageId(), delivery.enqueuedAt(), delivery.body()));
    }

    /**
     * Reads a message as it lay in a queue.
     *
     * @param queue the queue's key
     * @param raw the message
     * @return the order, or empty if this is none of ours or of another activity than the queue
     */
    public static Optional<AcceptedOrder> read(String queue, byte[] raw) {
        return WireFormat.parse(raw) instanceof WireFormat.Message message
                ? read(message)
                        .filter(order -> RedisKeys.queue(order.activityId()).equals(queue))
                : Optional.empty();
    }

    private static Optional<AcceptedOrder> read(WireFormat.Message message) {
        String body = message.body();
        long[] numbers = new long[FIELDS];
        int from = 0;
        for (int i = 0; i < FIELDS; i++) {
            int bar = body.indexOf('|', from);
            boolean last = i == FIELDS - 1;
            if (last == bar >= 0) {
                return Optional.empty();
            }
            OptionalLong number = CanonicalId.parse(body, from, last ? body.length() : bar);
            if (number.isEmpty()) {
                return Optional.empty();
            }
            numbers[i] = number.getAsLong();
            from = bar + 1;
        }
        OptionalLong orderId = CanonicalId.parse(message.id());
        if (orderId.isEmpty() || numbers[2] > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(new AcceptedOrder(
                orderId.getAsLong(),
                numbers[0],
                numbers[1],
                (int) numbers[2],
                numbers[3],
                numbers[4],
                Instant.ofEpochMilli(message.enqueuedAt())));
    }
}
