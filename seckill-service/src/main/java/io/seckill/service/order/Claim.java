package io.seckill.service.order;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user's place in a sale as Redis keeps it: {@code orderId|quantity|seq|acceptedAt|state[|payBefore]}. The state is
 * {@code Q} while the order waits to be stored, {@code X} once it is a dead letter, else the status in MySQL.
 *
 * @param orderId the live order
 * @param quantity its units
 * @param seq number of the accept within its activity
 * @param acceptedAt clock of Redis
 * @param status what has become of it
 * @param payBefore until when it can be paid, if it waits for that
 */
public record Claim(
        long orderId,
        int quantity,
        long seq,
        Instant acceptedAt,
        OrderStatus status,
        @Nullable Instant payBefore) {

    /** The state of a claim whose order waits to be stored. */
    public static final String QUEUED = "Q";

    /** The state of a claim whose order is a dead letter. */
    public static final String DEAD = "X";

    /** The state of a claim whose order is paid. */
    static final String PAID = "1";

    private static final String PENDING_PAYMENT = "0";

    /** The states that {@link #PAID} may follow. */
    static final String NOT_PAID_YET = QUEUED + DEAD + PENDING_PAYMENT;

    /**
     * Reads a claim.
     *
     * @param text what the hash holds
     * @return the claim
     * @throws IllegalArgumentException if it is not a claim
     */
    public static Claim parse(String text) {
        String[] parts = text.split("\\|", -1);
        if (parts.length < 5 || parts.length > 6) {
            throw new IllegalArgumentException("not a claim: " + text);
        }
        return new Claim(
                Long.parseLong(parts[0]),
                Integer.parseInt(parts[1]),
                Long.parseLong(parts[2]),
                Instant.ofEpochMilli(Long.parseLong(parts[3])),
                status(parts[4], text),
                parts.length == 6 ? Instant.ofEpochMilli(Long.parseLong(parts[5])) : null);
    }

    /**
     * Reads what may be no claim: somebody may have written into the hash.
     *
     * @param text what the hash holds
     * @return the claim, if it is one
     */
    public static Optional<Claim> read(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The claim of an order that is accepted and not a row yet.
     *
     * @param orderId the order
     * @param quantity its units
     * @param seq number of the accept
     * @param acceptedAt clock of Redis
     * @param state {@link #QUEUED} or {@link #DEAD}
     * @return the claim as the hash holds it
     */
    public static String ofAccepted(long orderId, int quantity, long seq, Instant acceptedAt, String state) {
        return orderId + "|" + quantity + "|" + seq + "|" + acceptedAt.toEpochMilli() + "|" + state;
    }

    /**
     * The claim of an order that is a row and not cancelled.
     *
     * @param orderId the order
     * @param quantity its units
     * @param seq number of the accept
     * @param acceptedAt clock of Redis
     * @param status its status in MySQL
     * @param payBefore until when it can be paid
     * @return the claim as the hash holds it
     */
    public static String ofStored(
            long orderId, int quantity, long seq, Instant acceptedAt, int status, @Nullable Instant payBefore) {
        String state = status == OrderRow.PAID || payBefore == null ? PAID : pendingPayment(payBefore);
        return ofAccepted(orderId, quantity, seq, acceptedAt, state);
    }

    /**
     * The end of a claim whose order is stored and waits for payment.
     *
     * @param payBefore until when
     * @return state and time as the hash holds them
     */
    public static String pendingPayment(Instant payBefore) {
        return PENDING_PAYMENT + "|" + payBefore.toEpochMilli();
    }

    /**
     * The end of a claim whose order is a row that is not cancelled.
     *
     * @param row the row
     * @return state and time as the hash holds them
     */
    static String stored(OrderRow row) {
        return row.status() == OrderRow.PAID || row.payBefore() == null ? PAID : pendingPayment(row.payBefore());
    }

    /**
     * The same for its buyer.
     *
     * @param activityId the activity
     * @param userId the buyer
     * @param queueAhead how many wait before it, or {@code null} if that is not known
     * @return the order
     */
    public OrderView view(long activityId, long userId, @Nullable Long queueAhead) {
        return new OrderView(orderId, activityId, userId, quantity, status, acceptedAt, payBefore, null, queueAhead);
    }

    private static OrderStatus status(String state, String text) {
        return switch (state) {
            case QUEUED -> OrderStatus.QUEUED;
            case DEAD -> OrderStatus.PROCESSING;
            case PENDING_PAYMENT -> OrderStatus.PENDING_PAYMENT;
            case PAID -> OrderStatus.PAID;
            default -> throw new IllegalArgumentException("not a claim: " + text);
        };
    }
}
