package io.seckill.service.simulator;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.springframework.dao.DataAccessException;

/**
 * What goes wrong at single calls. Each run draws which kinds happen in it and how often: a run with everything at once
 * never gets far enough to meet what only a quiet one meets.
 */
final class Faults {

    /** Kinds of faults. */
    enum Kind {
        /** The call never arrives; the caller hears nothing. */
        REDIS_SILENT,
        /** The call is executed; the caller hears nothing. */
        REDIS_LOST_REPLY,
        /** The caller hears nothing and gives up; the call is executed later on. */
        REDIS_LATE,
        /** The driver sends the call twice; the second answer counts. */
        REDIS_RESENT,
        /** Redis refuses to execute anything at the moment. */
        REDIS_REFUSES,
        REDIS_FORGETS_SCRIPTS,
        MYSQL_AWAY,
        /** The connection breaks at the commit: done or not, nobody knows. */
        MYSQL_UNKNOWN_COMMIT,
        MYSQL_DEADLOCK,
        /** MySQL does not take an order's values, now and then or, of one user, never. */
        MYSQL_BAD_VALUE,
        KILL,
        STOP,
        CLOCK_LEAPS,
        /** Somebody deletes the claim of a stored order. */
        CLAIM_LOST,
        /** Somebody deletes a message. */
        MESSAGE_LOST,
        /** A message is delivered once more, whatever became of it. */
        DUPLICATE_DELIVERY
    }

    private static final List<Kind> OF_REDIS_CALLS =
            List.of(Kind.REDIS_SILENT, Kind.REDIS_LOST_REPLY, Kind.REDIS_LATE, Kind.REDIS_RESENT, Kind.REDIS_REFUSES);

    private final World world;
    private final Random random;
    private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    private final int oneCallIn;
    private final int oneStepIn;
    private boolean on = true;

    /**
     * @param surely kinds that happen in any case, and often
     */
    Faults(World world, Set<Kind> surely) {
        this.world = world;
        this.random = world.random;
        kinds.addAll(surely);
        for (Kind kind : Kind.values()) {
            if (random.nextInt(3) == 0) {
                kinds.add(kind);
            }
        }
        int rarely = surely.isEmpty() ? 4 : 1;
        this.oneCallIn = 8 << random.nextInt(rarely);
        this.oneStepIn = 20 << random.nextInt(rarely);
    }

    void off() {
        on = false;
    }

    boolean isOn() {
        return on;
    }

    boolean has(Kind kind) {
        return on && kinds.contains(kind);
    }

    Set<Kind> kinds() {
        return kinds;
    }

    /** Whether something of this kind happens between two steps. */
    boolean strikes(Kind kind) {
        return has(kind) && random.nextInt(oneStepIn) == 0;
    }

    /** What happens to this call to Redis; null for nothing. */
    Kind redis() {
        if (!on || random.nextInt(oneCallIn) != 0) {
            return null;
        }
        List<Kind> possible = new ArrayList<>(OF_REDIS_CALLS);
        possible.retainAll(kinds);
        return possible.isEmpty() ? null : possible.get(random.nextInt(possible.size()));
    }

    /** Throws if this statement fails. */
    void mysql(String what) {
        if (has(Kind.MYSQL_BAD_VALUE) && what.startsWith("INSERT order") && random.nextInt(3) == 0) {
            world.trace("mysql " + what + ": bad value");
            throw MySqlModel.badValue();
        }
        if (!on || random.nextInt(oneCallIn) != 0) {
            return;
        }
        DataAccessException failure = null;
        if (what.startsWith("COMMIT") || what.endsWith("done")) {
            failure = kinds.contains(Kind.MYSQL_UNKNOWN_COMMIT) ? MySqlModel.connectionLost() : null;
        } else if (kinds.contains(Kind.MYSQL_AWAY) && random.nextBoolean()) {
            failure = MySqlModel.connectionLost();
        } else if (kinds.contains(Kind.MYSQL_DEADLOCK) && !what.startsWith("SELECT") && !what.equals("BEGIN")) {
            failure = MySqlModel.deadlock();
        }
        if (failure != null) {
            world.trace("mysql " + what + ": " + failure.getMessage());
            throw failure;
        }
    }
}
