package io.seckill.service.startup;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** MySQL must keep what it committed, refuse values that do not fit, and have the right time. */
@Component
class MySqlTerms implements StoreTerms {

    private static final int UNKNOWN_VARIABLE = 1193;

    private final DataSource database;
    private final Clock clock;

    MySqlTerms(DataSource database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public List<Breach> breaches() {
        try (Connection connection = database.getConnection()) {
            return look(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private List<Breach> look(Connection connection) throws SQLException {
        List<Breach> breaches = new ArrayList<>();
        String flush = variable(connection, "@@GLOBAL.innodb_flush_log_at_trx_commit");
        if (flush != null && !flush.equals("1")) {
            breaches.add(new Breach(
                    "mysql.flush-log",
                    "MySQL does not flush at each commit: innodb_flush_log_at_trx_commit is " + flush
                            + ". Committed orders can vanish. Set it to 1."));
        }
        // The session's: the driver makes it strict by itself unless it is told not to.
        String mode = variable(connection, "@@SESSION.sql_mode");
        if (mode != null && !mode.contains("STRICT_TRANS_TABLES") && !mode.contains("STRICT_ALL_TABLES")) {
            breaches.add(new Breach(
                    "mysql.sql-mode",
                    "MySQL stores something else for a value that does not fit: sql_mode is '" + mode
                            + "'. Add STRICT_TRANS_TABLES, and take jdbcCompliantTruncation=false off the URL."));
        }
        Breach gap = clock(connection);
        if (gap != null) {
            breaches.add(gap);
        }
        return breaches;
    }

    private @Nullable Breach clock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long asked = clock.millis();
            try (ResultSet row = statement.executeQuery("SELECT UTC_TIMESTAMP(3)")) {
                row.next();
                long told = row.getObject(1, LocalDateTime.class)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
                return ClockGap.breach("MySQL", asked, told, clock.millis());
            }
        }
    }

    private static @Nullable String variable(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + name)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            if (e.getErrorCode() == UNKNOWN_VARIABLE) {
                return null;
            }
            throw e;
        }
    }
}
