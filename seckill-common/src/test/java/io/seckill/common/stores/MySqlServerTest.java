package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MySqlServerTest {

    private static MySqlServer server;

    @BeforeAll
    static void start() {
        MySqlKind kind = StoreSettings.of(System.getenv()).mysql();
        server = MySqlServer.start(MySqlOptions.defaults().kind(kind));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_committed_row_survives_a_kill_on_the_same_port() throws SQLException {
        Database database = server.newDatabase();
        int port = server.port();
        run(database, "CREATE TABLE t (v INT)", "INSERT INTO t VALUES (42)");

        server.kill9();
        assertThat(server.isAlive()).isFalse();
        server.restart();

        assertThat(server.port()).isEqualTo(port);
        assertThat(ask(database, "SELECT v FROM t")).isEqualTo("42");
    }

    @Test
    void a_paused_server_answers_when_it_may_go_on() throws SQLException {
        Database database = server.newDatabase();
        Database impatient = new Database(
                database.jdbcUrl().replace("socketTimeout=15000", "socketTimeout=500"),
                database.user(),
                database.password(),
                database.name());
        server.pause();
        assertThatThrownBy(() -> ask(impatient, "SELECT 1")).isInstanceOf(SQLException.class);
        server.resume();

        assertThat(ask(database, "SELECT 1")).isEqualTo("1");
    }

    @Test
    void arguments_reach_the_server_and_may_change_at_a_restart() throws SQLException {
        Database database = server.newDatabase();
        assertThat(ask(database, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");

        server.restart(options -> options.with("--innodb-flush-log-at-trx-commit=0"));
        assertThat(ask(database, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("0");

        server.restart(options -> options.with("--innodb-flush-log-at-trx-commit=1"));
        assertThat(ask(database, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
    }

    @Test
    void the_user_has_no_rights_over_the_server_and_the_admin_has() throws SQLException {
        Database database = server.newDatabase();
        run(database, "CREATE TABLE t (v INT)");
        assertThatThrownBy(() -> run(database, "SET GLOBAL read_only=1")).isInstanceOf(SQLException.class);

        try (Connection admin = server.connectAsAdmin();
                Statement statement = admin.createStatement()) {
            statement.execute("SET GLOBAL read_only=1");
            assertThatThrownBy(() -> run(database, "INSERT INTO t VALUES (1)"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1290));
            statement.execute("SET GLOBAL read_only=0");
        }
    }

    @Test
    void a_server_that_cannot_start_shows_its_own_words() {
        MySqlKind kind = StoreSettings.of(System.getenv()).mysql();

        assertThatThrownBy(() ->
                        MySqlServer.start(MySqlOptions.defaults().kind(kind).with("--no-such-option=1")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no-such-option");
    }

    private static void run(Database database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String ask(Database database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
