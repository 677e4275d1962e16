package io.seckill.common.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A MySQL-family server of one's own, for tests that kill, freeze or fill it. Bound to 127.0.0.1; port and data survive
 * {@link #stop()}, {@link #kill9()} and {@link #restart()}; {@link #close()} ends it and, unless a directory was named,
 * deletes its data. Strict as MySQL 8 is by default, utf8mb4, UTC, commits flushed to disk.
 */
public final class MySqlServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String ADMIN = "seckill_admin";
    private static final String USER = "seckill";
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int PORT_ATTEMPTS = 5;
    /** What {@link java.sql.DriverManager} says if no driver knows the URL; a refused connection is 08S01. */
    private static final String NO_DRIVER = "08001";

    private static final String SQL_MODE = "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
            + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

    private final MySqlBinary binary;
    private final Path directory;
    private final ServerProcess process;
    private final boolean throwAway;
    private MySqlOptions options;

    private MySqlServer(MySqlOptions options) {
        this.binary = MySqlBinary.find(options.kind());
        this.throwAway = options.directory() == null;
        this.directory = throwAway ? ThrowAway.directory("mysql") : options.directory();
        this.options = options;
        this.process = new ServerProcess(name(), directory);
        initialise();
    }

    /**
     * Starts a server as {@link MySqlOptions#defaults()} has it.
     *
     * @return the running server
     */
    public static MySqlServer start() {
        return start(MySqlOptions.defaults());
    }

    /**
     * Starts a server, on a new data directory if there is none yet, and waits until one can log in.
     *
     * @param options how
     * @return the running server
     * @throws StoreException if there is no binary that runs here, or it does not come up within two minutes
     */
    public static MySqlServer start(MySqlOptions options) {
        MySqlServer server = new MySqlServer(options);
        for (int attempt = 1; ; attempt++) {
            try {
                server.options = options.port() == 0 ? options.port(Ports.free()) : options;
                server.launch();
                return server;
            } catch (ServerProcess.PortTaken e) {
                if (options.port() != 0 || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** A data directory appears whole or not at all: a start cut off in the middle leaves a part that is redone. */
    private void initialise() {
        Path data = directory.resolve("data");
        if (Files.isDirectory(data)) {
            return;
        }
        Path part = directory.resolve("data.part");
        try {
            StoreFiles.delete(part);
            Files.createDirectories(part);
            binary.initialise(part.toAbsolutePath());
            Files.move(part, data);
        } catch (IOException e) {
            throw new StoreException("cannot make a data directory in " + directory, e);
        }
    }

    private void launch() {
        Path home = directory.toAbsolutePath();
        List<String> command = binary.command();
        try {
            Files.createDirectories(home.resolve("tmp"));
            Files.write(home.resolve("init.sql"), accounts());
        } catch (IOException e) {
            throw new StoreException("cannot write below " + home, e);
        }
        command.addAll(List.of(
                "--datadir=" + home.resolve("data"),
                "--tmpdir=" + home.resolve("tmp"),
                "--init-file=" + home.resolve("init.sql"),
                // Relative to the data directory: the path of a socket may have no more than 107 characters.
                "--socket=db.sock",
                "--pid-file=db.pid",
                "--port=" + options.port(),
                "--bind-address=" + HOST,
                "--skip-name-resolve",
                // TLS costs MariaDB seconds at the start; newer MySQL does not know the option.
                "--loose-skip-ssl",
                "--loose-mysqlx=0",
                "--skip-log-bin",
                "--performance-schema=OFF",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_general_ci",
                "--default-time-zone=+00:00",
                "--sql-mode=" + SQL_MODE,
                "--max-connections=300",
                "--innodb-buffer-pool-size=64M",
                "--loose-innodb-log-file-size=16M"));
        command.addAll(options.arguments());
        process.launch(command, this::answers, PATIENCE);
    }

    /** Repeatable, since it runs at every start. The user of the databases has no rights over the server. */
    private List<String> accounts() {
        String secret = "' IDENTIFIED BY '" + options.password() + "'";
        return List.of(
                "CREATE USER IF NOT EXISTS '" + ADMIN + "'@'%" + secret + ";",
                "ALTER USER '" + ADMIN + "'@'%" + secret + ";",
                "GRANT ALL ON *.* TO '" + ADMIN + "'@'%' WITH GRANT OPTION;",
                "CREATE USER IF NOT EXISTS '" + USER + "'@'%" + secret + ";",
                "ALTER USER '" + USER + "'@'%" + secret + ";",
                "GRANT ALL ON `seckill%`.* TO '" + USER + "'@'%';");
    }

    private boolean answers() {
        try (Connection connection = endpoint().connectAsAdmin()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            if (NO_DRIVER.equals(notYet.getSQLState())) {
                throw new StoreException("mysql-connector-j is not on the class path", notYet);
            }
            return false;
        }
    }

    MySqlEndpoint endpoint() {
        return new MySqlEndpoint(HOST, port(), ADMIN, USER, options.password(), MySqlEndpoint.PARAMETERS);
    }

    /** @return the address to connect to, 127.0.0.1 */
    public String host() {
        return HOST;
    }

    /** @return the port, the same for the life of this object */
    public int port() {
        return options.port();
    }

    /** @return the version as the binary says it, such as {@code 11.4.5-MariaDB} or {@code 8.0.12} */
    public String version() {
        return binary.version();
    }

    /** @return whether it is MariaDB rather than MySQL */
    public boolean isMariaDb() {
        return binary.isMariaDb();
    }

    /** @return the pid of the process last started */
    public long pid() {
        return process.pid();
    }

    /** @return whether the process is there; a paused one is */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** @return the directory of {@code server.log}; the tables are below {@code data} */
    public Path directory() {
        return directory;
    }

    /**
     * Creates a database that nobody has used.
     *
     * @return how to get in, as a user without rights over the server
     */
    public Database newDatabase() {
        return endpoint().newDatabase();
    }

    /**
     * A database by name, created if it is not there.
     *
     * @param name begins with {@code seckill}
     * @return how to get in
     */
    public Database database(String name) {
        return endpoint().database(name);
    }

    /**
     * A connection that may do everything, such as {@code SET GLOBAL read_only=1} or {@code KILL}.
     *
     * @return a connection for the caller to close
     * @throws SQLException if there is none to be had
     */
    public Connection connectAsAdmin() throws SQLException {
        return endpoint().connectAsAdmin();
    }

    /** Ends it by SIGTERM, in order. */
    public void stop() {
        process.stop();
    }

    /** Ends it by SIGKILL. */
    public void kill9() {
        process.kill9();
    }

    /** Freezes it by SIGSTOP: connections stay, nothing answers. */
    public void pause() {
        process.pause();
    }

    /** Lets a frozen one go on. */
    public void resume() {
        process.resume();
    }

    /** Ends it if need be and starts it again on the same port and data. */
    public void restart() {
        restart(same -> same);
    }

    /**
     * The same with other options; port, directory and binary stay.
     *
     * @param change what to change
     */
    public void restart(UnaryOperator<MySqlOptions> change) {
        stop();
        options = change.apply(options).port(options.port());
        launch();
    }

    /** Ends it; data in a throw-away directory go with it. */
    @Override
    public void close() {
        if (!throwAway) {
            stop();
            return;
        }
        process.kill9();
        StoreFiles.delete(directory.resolve("data"));
    }

    private String name() {
        return (isMariaDb() ? "MariaDB " : "MySQL ") + version().replace("-MariaDB", "");
    }

    @Override
    public String toString() {
        return name() + " (" + binary.server() + ") on " + HOST + ":" + port();
    }
}
