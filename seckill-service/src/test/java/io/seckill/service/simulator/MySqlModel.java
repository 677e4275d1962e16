package io.seckill.service.simulator;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;

/**
 * MySQL in memory: rows by key, READ COMMITTED, row locks that are held to the end of the transaction and waited for,
 * deadlocks, unique keys that wait for whoever inserts the same. Each statement and each commit is a step; it may fail
 * before or after it has taken effect.
 */
public final class MySqlModel {

    private static final Object GONE = new Object();
    private static final long LOCK_WAIT_MILLIS = 5_000;

    private final World world;
    private final Faults faults;
    private final TreeMap<String, Object> rows = new TreeMap<>();
    private final Map<String, Tx> locks = new HashMap<>();
    private final Consumer<Map<String, Object>> onCommit;

    /**
     * @param onCommit hears of every commit: what it writes, before it is written
     */
    MySqlModel(World world, Faults faults, Consumer<Map<String, Object>> onCommit) {
        this.world = world;
        this.faults = faults;
        this.onCommit = onCommit;
    }

    /** A transaction. */
    final class Tx {

        private final Map<String, Object> writes = new TreeMap<>();
        private final Set<String> held = new HashSet<>();
        private String waitsFor;

        void rollBack() {
            writes.clear();
            held.forEach(locks::remove);
            held.clear();
            waitsFor = null;
        }

        void commit() {
            if (!writes.isEmpty()) {
                Map<String, Object> changes = new TreeMap<>();
                writes.forEach((key, row) -> changes.put(key, row == GONE ? null : row));
                onCommit.accept(changes);
                changes.forEach((key, row) -> {
                    if (row == null) {
                        rows.remove(key);
                    } else {
                        rows.put(key, row);
                    }
                });
            }
            rollBack();
        }
    }

    Tx begin() {
        world.step("mysql BEGIN");
        faults.mysql("BEGIN");
        return new Tx();
    }

    /** Commits; throws although it was done, or without doing it, if that is the fault. */
    void commit(Tx tx) {
        world.step("mysql COMMIT");
        try {
            faults.mysql("COMMIT");
            tx.commit();
        } finally {
            tx.rollBack();
        }
        faults.mysql("COMMIT, done");
    }

    /**
     * Executes one statement, in the actor's transaction or in one of its own.
     *
     * @param what for the trace
     * @param body reads and writes
     * @return what the body returned
     */
    public <T> T statement(String what, Supplier<T> body) {
        Actor actor = world.current();
        boolean alone = actor.tx == null;
        Tx tx = alone ? new Tx() : actor.tx;
        actor.tx = tx;
        boolean ok = false;
        try {
            world.step("mysql " + what);
            faults.mysql(what);
            T result = body.get();
            if (alone) {
                tx.commit();
                faults.mysql(what + ", done");
            }
            ok = true;
            return result;
        } finally {
            if (alone || !ok) {
                tx.rollBack();
            }
            if (alone) {
                actor.tx = null;
            }
        }
    }

    /** {@return the row, as the current transaction sees it} */
    public <R> R find(String key, Class<R> type) {
        Tx tx = world.current() == null ? null : world.current().tx;
        Object row = tx != null && tx.writes.containsKey(key) ? tx.writes.get(key) : rows.get(key);
        return row == GONE ? null : type.cast(row);
    }

    /** {@return the rows whose keys begin so, by key} */
    public <R> List<R> all(String prefix, Class<R> type) {
        TreeMap<String, Object> seen = new TreeMap<>(rows.subMap(prefix, prefix + Character.MAX_VALUE));
        Tx tx = world.current() == null ? null : world.current().tx;
        if (tx != null) {
            tx.writes.forEach((key, row) -> {
                if (key.startsWith(prefix)) {
                    seen.put(key, row);
                }
            });
        }
        List<R> found = new ArrayList<>();
        seen.values().stream().filter(row -> row != GONE).forEach(row -> found.add(type.cast(row)));
        return found;
    }

    /** What is committed, outside of any transaction. */
    <R> List<R> committed(String prefix, Class<R> type) {
        return rows.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
                .map(type::cast)
                .toList();
    }

    /** {@return whether such a row is committed} */
    boolean hasCommitted(String prefix, Predicate<Object> such) {
        for (Object row : rows.subMap(prefix, prefix + Character.MAX_VALUE).values()) {
            if (such.test(row)) {
                return true;
            }
        }
        return false;
    }

    /** Puts a row in before anything begins. */
    void layOut(String key, Object row) {
        rows.put(key, row);
    }

    /** Locks a row, or the place of one, until the transaction ends; waits for whoever has it. */
    public void lock(String key) {
        Tx tx = world.current().tx;
        while (locks.get(key) != null && locks.get(key) != tx) {
            if (isCircle(tx, key)) {
                tx.rollBack();
                throw deadlock();
            }
            tx.waitsFor = key;
            world.trace("waits for " + key);
            boolean free = world.await(() -> locks.get(key) == null, LOCK_WAIT_MILLIS);
            tx.waitsFor = null;
            if (!free) {
                throw new CannotAcquireLockException("lock wait", new SQLException("lock wait", "HY000", 1205));
            }
        }
        locks.put(key, tx);
        tx.held.add(key);
    }

    /** {@return whether somebody else has this row locked} */
    public boolean isLocked(String key) {
        return locks.get(key) != null && locks.get(key) != world.current().tx;
    }

    private boolean isCircle(Tx tx, String key) {
        Tx holder = locks.get(key);
        for (int i = 0; holder != null && i < 20; i++) {
            if (holder == tx) {
                return true;
            }
            holder = holder.waitsFor == null ? null : locks.get(holder.waitsFor);
        }
        return false;
    }

    /** Inserts a row; a second one of the same key is refused. */
    public void insert(String key, Object row) {
        lock(key);
        if (find(key, Object.class) != null) {
            throw new DuplicateKeyException("duplicate " + key, new SQLException("duplicate " + key, "23000", 1062));
        }
        world.current().tx.writes.put(key, row);
    }

    /** Removes a row that the transaction has locked. */
    public void delete(String key) {
        lock(key);
        world.current().tx.writes.put(key, GONE);
    }

    /** Changes a row if it is there; the change returns null to leave it. Returns how many rows changed. */
    public <R> int update(String key, Class<R> type, UnaryOperator<R> change) {
        lock(key);
        R row = find(key, type);
        R changed = row == null ? null : change.apply(row);
        if (changed == null) {
            return 0;
        }
        world.current().tx.writes.put(key, changed);
        return 1;
    }

    static DataIntegrityViolationException badValue() {
        return new DataIntegrityViolationException("bad value", new SQLException("data too long", "22001", 1406));
    }

    static CannotAcquireLockException deadlock() {
        return new CannotAcquireLockException("deadlock", new SQLException("deadlock", "40001", 1213));
    }

    static DataAccessResourceFailureException connectionLost() {
        return new DataAccessResourceFailureException(
                "connection lost", new SQLNonTransientConnectionException("connection lost", "08S01"));
    }
}
