package io.seckill.service.simulator;

import io.seckill.service.redis.LuaScript;
import io.seckill.service.simulator.Faults.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Known mistakes, put back into the product to see that the simulator finds them. */
enum Mistake {
    NONE,
    /** Messages are acknowledged when they are taken in hand, and stored afterwards. */
    ACK_BEFORE_COMMIT(Kind.KILL, Kind.MYSQL_AWAY),
    /** A failed message leaves the worker's list by one call and enters the retry set by the next. */
    RETRY_IN_TWO_CALLS(Kind.KILL, Kind.MYSQL_BAD_VALUE),
    /** A batch leaves the queue by one call and enters the worker's list by the next. */
    TAKE_IN_TWO_CALLS(Kind.KILL),
    /** A stalled worker's list is emptied before its messages are in the queue again. */
    RECOVER_FORGETS(Kind.KILL),
    /** Units come back whatever order the buyer's claim holds. */
    RETURN_OF_ANY_ORDER(Kind.MYSQL_AWAY, Kind.MYSQL_UNKNOWN_COMMIT),
    /** INSERT IGNORE: an order whose key is there counts as stored. */
    DUPLICATE_IS_SUCCESS(Kind.MYSQL_UNKNOWN_COMMIT),
    /** A commit without an answer counts as failed: the units come back and the message is done. */
    UNITS_BACK_ON_UNKNOWN_COMMIT(Kind.MYSQL_UNKNOWN_COMMIT),
    /** Reconciliation does not look at the messages on their way. */
    BLIND_RECONCILIATION(Kind.STOP, Kind.MYSQL_BAD_VALUE),
    /** A call that was given up still places its order. */
    NO_DEADLINE(Kind.REDIS_LATE, Kind.CLOCK_LEAPS),
    /** The claim of whoever buys again is overwritten. */
    NO_CLAIM_CHECK;

    private final Set<Kind> provokedBy;

    Mistake(Kind... provokedBy) {
        this.provokedBy = provokedBy.length == 0 ? Set.of() : EnumSet.copyOf(List.of(provokedBy));
    }

    /** {@return the faults without which it does no harm} */
    Set<Kind> provokedBy() {
        return provokedBy;
    }

    private static final Map<Mistake, Edit> EDITS = new EnumMap<>(Mistake.class);

    static {
        String retry = queue("retry");
        String pop = without(retry, "    redis.call('ZADD', retry, now + delay, raw)\n");
        String push = without(
                with(retry, "if redis.call('LREM', processing, -1, raw) == 1 then", "if true then"),
                "    redis.call('HSET', attempts, id, string.format('%d:%d', tonumber(deliveries or 1), tonumber(failures or 0) + 1))\n");
        EDITS.put(RETRY_IN_TWO_CALLS, new Edit(retry, List.of(pop, push)));
        EDITS.put(
                RECOVER_FORGETS,
                new Edit(
                        queue("recover"),
                        List.of(with(
                                queue("recover"),
                                "redis.call('RPUSH', queue, unpack(page))",
                                "redis.call('LLEN', queue)"))));
        String take = queue("take");
        EDITS.put(
                TAKE_IN_TWO_CALLS,
                new Edit(take, List.of(without(take, "redis.call('RPUSH', processing, unpack(list))\n"))));
        String back = service("order/return_units.lua");
        EDITS.put(RETURN_OF_ANY_ORDER, new Edit(back, List.of(with(back, "order_id ~= ARGV[2]", "not order_id"))));
        String waiting = service("reconcile/waiting.lua");
        EDITS.put(
                BLIND_RECONCILIATION,
                new Edit(
                        waiting,
                        List.of(with(
                                waiting, "  for _, message in ipairs(list) do", "  for _, message in ipairs({}) do"))));
        String grab = service("grab/grab.lua");
        EDITS.put(NO_DEADLINE, new Edit(grab, List.of(with(grab, "if now > deadline then", "if false then"))));
        EDITS.put(
                NO_CLAIM_CHECK,
                new Edit(grab, List.of(with(grab, "placed_now[user] or claims[index]", "placed_now[user]"))));
    }

    /** What a script becomes: one call or several. */
    private record Edit(String text, List<String> calls) {}

    List<String> of(String text) {
        Edit edit = EDITS.get(this);
        return edit != null && edit.text().equals(text) ? edit.calls() : List.of(text);
    }

    static String nameOf(String text) {
        return text.lines()
                .findFirst()
                .orElse("")
                .transform(line -> line.substring(Math.min(3, line.length()), Math.min(30, line.length())));
    }

    private static String queue(String name) {
        return service("queue/" + name + ".lua");
    }

    private static String service(String name) {
        return LuaScript.load(name).text();
    }

    private static String without(String text, String part) {
        return with(text, part, "");
    }

    private static String with(String text, String part, String other) {
        if (!text.contains(part)) {
            throw new IllegalStateException("the script has changed, and no longer holds: " + part);
        }
        return text.replace(part, other);
    }
}
