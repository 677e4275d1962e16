package io.seckill.common.stores;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A server of the MySQL family to create databases on. The parameters of its JDBC URLs:
 *
 * <ul>
 *   <li>{@code connectionTimeZone=+00:00&forceConnectionTimeZoneToSession=true}: the session runs in UTC whatever the
 *       zones of JVM and server. An offset, since a name needs time zone tables in the server.
 *   <li>{@code connectTimeout=2000}, {@code socketTimeout=15000} (milliseconds): a dead or frozen server is an error
 *       soon instead of never. 15 s is above the 5 s that a statement may wait for a lock.
 *   <li>{@code sslMode=DISABLED&allowPublicKeyRetrieval=true}: loopback without TLS, so that MySQL 8 hands out the key
 *       for its password exchange in plain; proxies can read what passes.
 * </ul>
 *
 * <p>All else is the driver's default, on purpose: {@code rewriteBatchedStatements} (off; on, one bad row of a batch
 * takes the others with it) and {@code useAffectedRows} (off: found rows are counted) change what the code under test
 * sees, so that a test that wants them adds them itself.
 *
 * @param host where it listens
 * @param port and the port
 * @param admin may create databases
 * @param user uses them; the same as {@code admin} on a server that is not ours
 * @param password of both
 * @param parameters of the URLs, without the question mark
 */
record MySqlEndpoint(String host, int port, String admin, String user, String password, String parameters) {

    static final String PARAMETERS = String.join(
            "&",
            "connectionTimeZone=%2B00:00",
            "forceConnectionTimeZoneToSession=true",
            "connectTimeout=2000",
            "socketTimeout=15000",
            "sslMode=DISABLED",
            "allowPublicKeyRetrieval=true");

    /** Names given by this JVM; with the process id in them, two JVMs on one server do not meet. */
    private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    String url(String database) {
        return "jdbc:mysql://" + host + ":" + port + "/" + database + "?" + parameters;
    }

    Connection connectAsAdmin() throws SQLException {
        return DriverManager.getConnection(url(""), admin, password);
    }

    Database newDatabase() {
        String name;
        do {
            name = "seckill_" + ProcessHandle.current().pid() + "_"
                    + HexFormat.of()
                            .toHexDigits(ThreadLocalRandom.current().nextInt())
                            .toLowerCase(java.util.Locale.ROOT);
        } while (!NAMES.add(name));
        return database(name);
    }

    Database database(String name) {
        execute("CREATE DATABASE IF NOT EXISTS `" + name + "` CHARACTER SET utf8mb4");
        return new Database(url(name), user, password, name);
    }

    void drop(String name) {
        execute("DROP DATABASE IF EXISTS `" + name + "`");
    }

    private void execute(String sql) {
        try (Connection connection = connectAsAdmin();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new StoreException("MySQL on " + host + ":" + port + " refused '" + sql + "': " + e.getMessage(), e);
        }
    }
}
