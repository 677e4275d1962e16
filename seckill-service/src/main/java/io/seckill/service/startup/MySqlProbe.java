package io.seckill.service.startup;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** Asks MySQL, past the connection pool, which would log a stack trace for every attempt. */
final class MySqlProbe implements StoreProbe {

    private static final Pattern WHERE = Pattern.compile("^jdbc:[^/]*//(?:[^/@]*@)?([^/?()]+)");

    /** Class 28 of SQLSTATE: invalid authorization. */
    private static final String NOT_LET_IN = "28";

    private static final String PATIENCE_MILLIS = "3000";

    private final JdbcConnectionDetails details;

    MySqlProbe(JdbcConnectionDetails details) {
        this.details = details;
    }

    @Override
    public String store() {
        Matcher where = WHERE.matcher(details.getJdbcUrl());
        return where.find() ? "MySQL on " + where.group(1) : "MySQL";
    }

    @Override
    public void ask() throws StoreUnavailableException {
        try (Connection connection = DriverManager.getConnection(details.getJdbcUrl(), properties())) {
            connection.isValid(1);
        } catch (SQLException e) {
            String state = e.getSQLState();
            throw new StoreUnavailableException(
                    e, state != null && state.startsWith(NOT_LET_IN), details.getPassword());
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        set(properties, "user", details.getUsername());
        set(properties, "password", details.getPassword());
        for (String timeout : new String[] {"connectTimeout", "socketTimeout"}) {
            if (!details.getJdbcUrl().contains(timeout + "=")) {
                properties.setProperty(timeout, PATIENCE_MILLIS);
            }
        }
        return properties;
    }

    private static void set(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }
}
