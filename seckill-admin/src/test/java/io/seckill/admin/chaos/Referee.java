package io.seckill.admin.chaos;

import io.seckill.admin.chaos.History.Deed;
import io.seckill.admin.chaos.History.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Judges a run that has come to rest: holds everything that anybody was told against what the stores hold. Whatever an
 * answer promised has exactly one home; what was refused for good has none; of what was uncertain there is one or none;
 * what was said to be final is so still; and every unit is somewhere, once.
 */
final class Referee {

    /** Answers that an order exists, whatever has become of it. */
    private static final Set<String> TOLD_PLACED =
            Set.of("OK", "DUPLICATE_ORDER", "QUEUED", "PROCESSING", "PENDING_PAYMENT", "PAID", "CANCELLED");

    /** Answers that are read from a row of MySQL, which loses nothing. */
    private static final Set<String> TOLD_STORED = Set.of("PENDING_PAYMENT", "PAID", "CANCELLED");

    private static final Set<String> MAY_REFUSE_NONSENSE =
            Set.of("INVALID_ARGUMENT", "RATE_LIMITED", "SYSTEM_BUSY", History.UNKNOWN);

    private static final Set<String> MAY_REFUSE_COLD =
            Set.of("NOT_STARTED", "NOT_OPEN", "RATE_LIMITED", "SYSTEM_BUSY", "CONFIRMING", History.UNKNOWN);

    private static final Set<Fault> LOSE_DATA = EnumSet.of(Fault.REDIS_KILLED, Fault.REDIS_CUT, Fault.REPLICA_PROMOTED);

    private final History history;
    private final Map<Long, Books.Order> orders;
    private final Set<Long> dead;
    private final List<String> violations = new ArrayList<>();
    private final Map<Long, List<Event>> byOrder = new HashMap<>();

    private Referee(History history, Books books) {
        this.history = history;
        this.orders = books.orders();
        this.dead = books.openDeadLetters();
        history.events().stream()
                .filter(event -> event.orderId() != 0)
                .forEach(event -> byOrder.computeIfAbsent(event.orderId(), id -> new ArrayList<>())
                        .add(event));
    }

    /**
     * @param history what was told
     * @param books what there is, at rest
     * @param activities the sales
     * @param coldActivity the activity that was never warmed up
     * @param happened what happened meanwhile
     * @return what was broken, empty if nothing was
     */
    static List<String> judge(
            History history, Books books, List<Long> activities, long coldActivity, Collection<Fault> happened) {
        Set<Fault> faults = Set.copyOf(happened);
        Referee referee = new Referee(history, books);
        referee.violations.addAll(history.violations());
        history.events().stream()
                .filter(event -> event.outcome().equals("INTERNAL_ERROR"))
                .forEach(event -> referee.violations.add("an answer that must never be given: " + event));
        referee.byOrder.forEach(referee::story);
        referee.mischief();
        referee.cold(coldActivity, faults.isEmpty());
        referee.repairs(books.repairs(), faults);
        referee.strangers();
        referee.onePerUser();
        referee.payments(books.payments());
        books.activities().stream()
                .filter(a -> activities.contains(a.id()))
                .forEach(a -> referee.units(a, books.sale(a.id())));
        return referee.violations;
    }

    /**
     * What can be told in the middle of a run: of what is wrong by then, nothing comes right by waiting.
     *
     * @param history what was told so far
     * @param books what there is so far
     * @param coldActivity the activity that was never warmed up
     * @param faults what may have happened
     * @return what was broken so far
     */
    static List<String> soFar(History history, Books books, long coldActivity, Set<Fault> faults) {
        Referee referee = new Referee(history, books);
        referee.violations.addAll(history.violations());
        referee.mischief();
        referee.cold(coldActivity, faults.isEmpty());
        referee.repairs(books.repairs(), faults);
        referee.byOrder.forEach(referee::shownToStrangers);
        return referee.violations;
    }

    /** All that was told of one order. */
    private void story(long id, List<Event> events) {
        Books.Order row = orders.get(id);
        boolean home = row != null || dead.contains(id);
        Set<String> told = events.stream()
                .filter(event -> event.deed() == Deed.GRAB || event.deed() == Deed.STATUS)
                .map(Event::outcome)
                .collect(Collectors.toSet());
        boolean mayBeLost = history.lost().contains(id);
        if (!home && told.stream().anyMatch(TOLD_STORED::contains)) {
            violation("stored, and gone", id, events);
        } else if (!home && told.stream().anyMatch(TOLD_PLACED::contains) && !mayBeLost) {
            violation("accepted, and nowhere", id, events);
        }
        if (told.contains("ORDER_NOT_FOUND")) {
            violation("told of, and then unknown", id, events);
        }
        if (home && told.contains("NOT_PLACED")) {
            violation("said to be not placed, and there", id, events);
        }
        if (told.contains("PAID") && row != null && row.status() != 1) {
            violation("said to be paid, and is not", id, events);
        }
        if (told.contains("CANCELLED") && row != null && row.live()) {
            violation("said to be cancelled, and lives", id, events);
        }
        shownToStrangers(id, events);
        boolean cancelConfirmed = events.stream()
                .anyMatch(
                        event -> event.deed() == Deed.CANCEL && event.outcome().equals("OK"));
        if (cancelConfirmed && (row == null || row.live())) {
            violation("cancel was confirmed, and it lives", id, events);
        }
        boolean paymentApplied = events.stream()
                .anyMatch(event -> event.deed() == Deed.PAY && event.outcome().equals("APPLIED"));
        if (paymentApplied && (row == null || row.status() != 1)) {
            violation("payment was applied, and it is not paid", id, events);
        }
    }

    private void shownToStrangers(long id, List<Event> events) {
        Books.Order row = orders.get(id);
        if (row != null
                && events.stream()
                        .anyMatch(event -> event.userId() != row.userId() && TOLD_PLACED.contains(event.outcome()))) {
            violation("shown to another user", id, events);
        }
    }

    /** What must be refused whatever happens. */
    private void mischief() {
        history.events().stream()
                .filter(event -> event.deed() == Deed.GRAB_NONSENSE)
                .filter(event -> !MAY_REFUSE_NONSENSE.contains(event.outcome()))
                .forEach(event -> violations.add("a quantity that must be refused was not: " + event));
    }

    /** Nobody may get anything of a sale that is not warm, and in quiet times its one answer is that it has not begun. */
    private void cold(long activityId, boolean quiet) {
        Set<String> allowed = quiet ? Set.of("NOT_STARTED", "RATE_LIMITED") : MAY_REFUSE_COLD;
        history.events().stream()
                .filter(event -> event.activityId() == activityId && event.deed() == Deed.GRAB)
                .filter(event -> !allowed.contains(event.outcome()))
                .forEach(event -> violations.add("an answer of a sale that is not warm: " + event));
    }

    /** Only a Redis that has lost something needs to be repaired by id. */
    private void repairs(Map<String, Long> repairs, Set<Fault> faults) {
        if (!repairs.isEmpty() && Collections.disjoint(faults, LOSE_DATA)) {
            violations.add("repaired where nothing was lost: " + repairs);
        }
    }

    /** Rows of which nobody was told: only where an answer never came. */
    private void strangers() {
        Map<String, Long> unanswered = history.events().stream()
                .filter(event -> event.deed() == Deed.GRAB && event.outcome().equals(History.UNKNOWN))
                .collect(Collectors.groupingBy(
                        event -> event.activityId() + "/" + event.userId(), Collectors.counting()));
        Map<String, List<Books.Order>> unknown = orders.values().stream()
                .filter(order -> !byOrder.containsKey(order.id()))
                .collect(Collectors.groupingBy(order -> order.activityId() + "/" + order.userId()));
        unknown.forEach((who, rows) -> {
            if (rows.size() > unanswered.getOrDefault(who, 0L)) {
                violations.add("orders that nobody was told of: " + rows + ", unanswered requests of their buyer: "
                        + unanswered.getOrDefault(who, 0L));
            }
        });
    }

    private void onePerUser() {
        Set<String> seen = new HashSet<>();
        orders.values().stream().filter(Books.Order::live).forEach(order -> {
            if (!seen.add(order.activityId() + "/" + order.userId())) {
                violations.add("a second live order of one user: " + order);
            }
        });
    }

    private void payments(List<Books.Payment> payments) {
        Map<Long, Long> applied = payments.stream()
                .filter(payment -> payment.result().equals("APPLIED"))
                .collect(Collectors.groupingBy(Books.Payment::orderId, Collectors.counting()));
        orders.values().stream().filter(order -> order.status() == 1).forEach(order -> {
            if (applied.getOrDefault(order.id(), 0L) != 1) {
                violations.add("paid by " + applied.getOrDefault(order.id(), 0L) + " payments: " + order);
            }
        });
        applied.keySet().stream()
                .filter(id -> !orders.containsKey(id) || orders.get(id).status() != 1)
                .forEach(id -> violations.add("a payment was applied to an order that is not paid: " + id));
    }

    private void units(Books.Activity activity, Books.Sale sale) {
        long id = activity.id();
        check(activity.stock() + activity.liveUnits() == activity.total(), id, "D + O is not T: " + activity);
        check(activity.stock() >= 0, id, "oversold: " + activity);
        check(sale.stock() + sale.claimed() == sale.granted(), id, "S + C is not W: " + sale);
        check(sale.stock() >= 0, id, "stock in Redis is below 0");
        check(
                sale.granted() + activity.reserved() == activity.total(),
                id,
                "W " + sale.granted() + " + R " + activity.reserved() + " is not T " + activity.total());
        Map<Long, Long> held = new HashMap<>();
        orders.values().stream()
                .filter(order -> order.activityId() == id && order.live())
                .forEach(order -> held.put(order.id(), (long) order.quantity()));
        Set<Long> claimedOnly = new TreeSet<>(sale.unitsByOrder().keySet());
        claimedOnly.removeAll(held.keySet());
        claimedOnly.removeAll(dead);
        check(claimedOnly.isEmpty(), id, "claims without an order: " + claimedOnly);
        Set<Long> unclaimed = new TreeSet<>(held.keySet());
        unclaimed.removeAll(sale.unitsByOrder().keySet());
        check(unclaimed.isEmpty(), id, "orders without a claim: " + unclaimed);
        long claimed =
                sale.unitsByOrder().values().stream().mapToLong(Long::longValue).sum();
        check(
                claimed == sale.claimed(),
                id,
                "the claims hold " + claimed + " units, the counter says " + sale.claimed());
    }

    private void check(boolean holds, long activityId, String text) {
        if (!holds) {
            violations.add("activity " + activityId + ": " + text);
        }
    }

    private void violation(String what, long id, List<Event> events) {
        violations.add("order " + id + " " + what + ": row " + orders.get(id) + ", told " + events);
    }
}
