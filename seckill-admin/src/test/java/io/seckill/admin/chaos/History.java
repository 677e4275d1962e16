package io.seckill.admin.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Everything that buyers and operators were told, in the order in which they were told it. */
final class History {

    /** What a buyer did. */
    enum Deed {
        GRAB,
        /** For a number of units that must be refused. */
        GRAB_NONSENSE,
        /** In another user's name. */
        GRAB_AS_ANOTHER,
        STATUS,
        PAY,
        CANCEL
    }

    /**
     * One answer.
     *
     * @param atMillis when it came, epoch ms of this JVM
     * @param deed what was asked
     * @param activityId the activity
     * @param userId the buyer
     * @param orderId the order it is about, 0 if none is known
     * @param outcome the code, the order's status, or UNKNOWN if no answer came
     */
    record Event(long atMillis, Deed deed, long activityId, long userId, long orderId, String outcome) {}

    /** No answer came: anything may have happened, once or not at all. */
    static final String UNKNOWN = "UNKNOWN";

    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final Set<Long> lost = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

    void add(Deed deed, long activityId, long userId, long orderId, String outcome) {
        events.add(new Event(System.currentTimeMillis(), deed, activityId, userId, orderId, outcome));
        count(deed + " " + outcome);
    }

    /** Counts something for the report that nothing is concluded from. */
    void count(String what) {
        counts.computeIfAbsent(what, key -> new LongAdder()).increment();
    }

    /** These orders were in what a power loss took: they may be gone. */
    void mayBeLost(Set<Long> orderIds) {
        lost.addAll(orderIds);
    }

    /** Something that must not be was seen while the run went on. */
    void violation(String text) {
        violations.add(text);
    }

    /** Whether a count is one of answers to buyers. */
    static boolean isRequest(String count) {
        int space = count.indexOf(' ');
        return space > 0
                && Arrays.stream(Deed.values()).anyMatch(deed -> deed.name().equals(count.substring(0, space)));
    }

    List<Event> events() {
        return List.copyOf(events);
    }

    Map<String, Long> counts() {
        Map<String, Long> sums = new TreeMap<>();
        counts.forEach((what, count) -> sums.put(what, count.sum()));
        return sums;
    }

    Set<Long> lost() {
        return lost;
    }

    List<String> violations() {
        return List.copyOf(violations);
    }
}
