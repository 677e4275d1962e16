package io.seckill.common.stores;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A database and how to get in.
 *
 * @param jdbcUrl for MySQL Connector/J, with the parameters of {@link MySqlEndpoint}
 * @param user may do everything inside this database and nothing to the server
 * @param password that user's
 * @param name of the database
 */
public record Database(String jdbcUrl, String user, String password, String name) {

    /**
     * The same database by another way, such as a {@link FaultProxy}.
     *
     * @param host where to connect instead
     * @param port and its port
     * @return the same otherwise
     */
    public Database via(String host, int port) {
        return new Database(jdbcUrl.replaceFirst("//[^/]+/", "//" + host + ":" + port + "/"), user, password, name);
    }

    /**
     * A connection outside any pool.
     *
     * @return a connection for the caller to close
     * @throws SQLException if there is none to be had
     */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, user, password);
    }
}
