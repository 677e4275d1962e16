package io.seckill.admin.order;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.audit.AuditEntry;
import io.seckill.service.audit.AuditQuery;
import io.seckill.service.audit.AuditTrail;
import io.seckill.service.letter.LetterDesk;
import io.seckill.service.letter.LetterView;
import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.order.OrderFile;
import io.seckill.service.order.OrderSearch;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderView;
import io.seckill.service.order.PaymentResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Puts together what row, payments, dead letter and audit log say of one order. */
@Component
class OrderHistory {

    private static final int MOST_ENTRIES = 50;

    private final OrderSearch search;
    private final LetterDesk letters;
    private final AuditTrail trail;
    private final ConsoleZone zone;

    OrderHistory(OrderSearch search, LetterDesk letters, AuditTrail trail, ConsoleZone zone) {
        this.search = search;
        this.letters = letters;
        this.trail = trail;
        this.zone = zone;
    }

    /**
     * Something that happened.
     *
     * @param time local
     * @param what the key of its text
     * @param actor who did it; {@code null} if it happened by itself
     * @param detail what there is to say beyond that; {@code null} if nothing
     */
    record Event(
            String time,
            String what,
            @Nullable String actor,
            @Nullable String detail) {}

    /**
     * An order with its history.
     *
     * @param order the order as it is
     * @param file what MySQL has on it; {@code null} while it is not stored
     * @param payBefore local time until when it can be paid; {@code null} if it does not wait for that
     * @param letter whether there is a dead letter of it, settled or not
     * @param events what happened, the first first
     */
    record Story(
            OrderLine order,
            @Nullable OrderFile file,
            @Nullable String payBefore,
            boolean letter,
            List<Event> events) {}

    /** What happened and when, while it is still to be sorted. */
    private record Dated(
            Instant at,
            String what,
            @Nullable String actor,
            @Nullable String detail) {}

    /** {@return the story; {@code null} if the order is nowhere} */
    @Nullable Story of(long orderId, @Nullable Long userId) {
        OrderFile file = search.file(orderId).orElse(null);
        LetterView letter = letters.find(Long.toString(orderId)).orElse(null);
        OrderView order = file == null ? waiting(orderId, userId, letter) : file.order();
        if (order == null) {
            return null;
        }
        List<Dated> events = new ArrayList<>();
        add(events, order.acceptedAt(), "accepted", null);
        if (file != null) {
            addRow(events, file);
        }
        if (letter != null) {
            add(events, letter.buriedAt(), "buried", letter.reason());
            addAudit(events, "dead-letter:" + letter.number());
        }
        addAudit(events, "order:" + orderId);
        events.sort(Comparator.comparing(Dated::at));
        return new Story(
                OrderLine.of(order, zone),
                file,
                order.payBefore() == null ? null : zone.local(order.payBefore()),
                letter != null,
                events.stream().map(this::shown).toList());
    }

    /** As its claim has it, if it is known whose it is; else as its dead letter does. */
    private @Nullable OrderView waiting(long orderId, @Nullable Long userId, @Nullable LetterView letter) {
        AcceptedOrder buried = letter == null
                ? null
                : AcceptedOrder.read(letter.queue(), letter.raw()).orElse(null);
        Long buyer = buried == null ? userId : Long.valueOf(buried.userId());
        OrderView claimed = buyer == null
                ? null
                : search.ofUser(buyer, null, Long.MAX_VALUE, 1).stream()
                        .filter(order -> order.orderId() == orderId)
                        .findFirst()
                        .orElse(null);
        if (claimed != null || buried == null) {
            return claimed;
        }
        return new OrderView(
                orderId,
                buried.activityId(),
                buried.userId(),
                buried.quantity(),
                OrderStatus.PROCESSING,
                buried.acceptedAt(),
                null,
                null,
                null);
    }

    private static void addRow(List<Dated> events, OrderFile file) {
        add(events, file.storedAt(), "stored", null);
        add(events, file.paidAt(), "paid", null);
        String reason = file.order().closeReason() == null
                ? null
                : file.order().closeReason().name();
        add(events, file.cancelledAt(), "cancelled", reason);
        for (OrderFile.Payment payment : file.payments()) {
            boolean applied = payment.result() == PaymentResult.APPLIED;
            add(events, payment.receivedAt(), applied ? "payment" : "refund-due", payment.txnId());
        }
    }

    private void addAudit(List<Dated> events, String subject) {
        for (AuditEntry entry : trail.page(new AuditQuery(null, subject, Long.MAX_VALUE, MOST_ENTRIES))) {
            events.add(new Dated(entry.at(), "audit", entry.actor(), entry.action()));
        }
    }

    private static void add(List<Dated> events, @Nullable Instant at, String what, @Nullable String detail) {
        if (at != null) {
            events.add(new Dated(at, what, null, detail));
        }
    }

    private Event shown(Dated event) {
        return new Event(zone.local(event.at()), event.what(), event.actor(), event.detail());
    }
}
