package io.seckill.service.database;

import io.seckill.common.SeckillException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

/**
 * What a failed statement or transaction means, judged by the server's error number and SQL state: the exceptions'
 * classes differ between drivers, and some are plain wrong (read-only arrives as a syntax error's cousin).
 */
public enum SqlFailure {
    /** A row with one of these keys is there already. */
    DUPLICATE,
    /** The server undid the transaction to end a deadlock: the same again may well succeed. */
    DEADLOCK,
    /** The database is away, full, read-only, overloaded or held up: nobody's order is to blame, try later. */
    INFRASTRUCTURE,
    /** The statement or its values are at fault: the same again will fail again. */
    DATA;

    private static final int DUPLICATE_ENTRY = 1062;
    private static final int DEADLOCK_FOUND = 1213;

    /**
     * Disk full (1021), too many connections (1040, 1203, 1226), out of memory (1037, 1041), shutdown (1053), table full
     * (1114), access or schema not there yet (1044, 1045, 1049, 1142, 1146), lock wait (1205), lock table full (1206),
     * read-only (1290, 1792, 1836), query killed or timed out (1317, 3024, 1969), server gone (2006, 2013), storage
     * engine out of space or locked (1030, 1180, 1015, 1637).
     */
    private static final Set<Integer> NOBODYS_FAULT = Set.of(
            1015, 1021, 1030, 1037, 1040, 1041, 1044, 1045, 1049, 1053, 1114, 1142, 1146, 1180, 1203, 1205, 1206, 1226,
            1290, 1317, 1637, 1792, 1836, 1969, 2006, 2013, 3024);

    /**
     * Judges a failure.
     *
     * @param failure what a statement or a transaction ended with
     * @return what it means
     */
    public static SqlFailure of(Throwable failure) {
        SQLException sql = sqlException(failure);
        if (sql == null) {
            return failure instanceof CannotCreateTransactionException ? INFRASTRUCTURE : DATA;
        }
        int code = sql.getErrorCode();
        if (code == DUPLICATE_ENTRY) {
            return DUPLICATE;
        }
        if (code == DEADLOCK_FOUND) {
            return DEADLOCK;
        }
        String state = sql.getSQLState();
        boolean connectionLost = (state != null && state.startsWith("08"))
                || sql instanceof SQLTransientConnectionException
                || sql instanceof SQLNonTransientConnectionException
                || sql instanceof SQLRecoverableException;
        // A commit or rollback that fails says nothing of the statements: often just that the connection is closed.
        boolean unfinished = failure instanceof TransactionSystemException;
        return connectionLost || unfinished || NOBODYS_FAULT.contains(code) ? INFRASTRUCTURE : DATA;
    }

    /**
     * What to throw at a caller who cannot do anything about the database.
     *
     * @param what what could not be done, for the log
     * @param failure what a statement or a transaction ended with
     * @return SYSTEM_BUSY if trying again can help, else the failure itself
     */
    public static RuntimeException busyUnlessData(String what, RuntimeException failure) {
        boolean passing = !(failure instanceof SeckillException) && of(failure) != DATA;
        return passing ? SeckillException.busy(what + ": " + failure.getMessage(), failure) : failure;
    }

    private static @Nullable SQLException sqlException(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return null;
    }
}
