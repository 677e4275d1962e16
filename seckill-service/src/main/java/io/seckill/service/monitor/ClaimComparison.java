package io.seckill.service.monitor;

import io.seckill.service.order.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Holds the claims of Redis against the orders and dead letters of MySQL, id by id. */
final class ClaimComparison {

    /** Ids that a problem's text names; the rest it counts. */
    private static final int NAMED = 5;

    private ClaimComparison() {}

    /**
     * Compares, at rest.
     *
     * @param claims claims by user
     * @param claimed units that Redis' own counter says they hold
     * @param live units of live orders by id
     * @param dead units of open dead letters by order id
     * @return what is off
     */
    static List<Problem> compare(Map<String, String> claims, long claimed, Map<Long, Long> live, Map<Long, Long> dead) {
        List<Problem> problems = new ArrayList<>();
        Map<Long, Long> held = new HashMap<>();
        TreeSet<String> unreadable = new TreeSet<>();
        claims.forEach((user, text) -> {
            try {
                Claim claim = Claim.parse(text);
                held.put(claim.orderId(), (long) claim.quantity());
            } catch (IllegalArgumentException e) {
                unreadable.add(user.replaceAll("[^0-9]", "?"));
            }
        });
        long units = held.values().stream().mapToLong(Long::longValue).sum();
        if (!unreadable.isEmpty()) {
            problems.add(new Problem("CLAIM_UNREADABLE", "claims that cannot be read, of users " + some(unreadable)));
        } else if (units != claimed) {
            problems.add(new Problem(
                    "CLAIMED_UNITS_DIFFER", "the claims hold " + units + " units, the counter says " + claimed));
        }
        Map<Long, Long> settled = new HashMap<>(dead);
        settled.putAll(live);
        addMissing(problems, "CLAIM_WITHOUT_ORDER", "claims without an order or an open dead letter", held, settled);
        addMissing(problems, "ORDER_WITHOUT_CLAIM", "live orders and open dead letters without a claim", settled, held);
        return problems;
    }

    private static void addMissing(
            List<Problem> problems, String code, String text, Map<Long, Long> of, Map<Long, Long> in) {
        TreeSet<Long> missing = new TreeSet<>(of.keySet());
        missing.removeAll(in.keySet());
        if (!missing.isEmpty()) {
            problems.add(new Problem(code, text + ", of orders " + some(missing)));
        }
    }

    private static String some(TreeSet<?> all) {
        String named = all.stream().limit(NAMED).map(Object::toString).collect(Collectors.joining(", "));
        return all.size() <= NAMED ? named : named + " and " + (all.size() - NAMED) + " more";
    }
}
