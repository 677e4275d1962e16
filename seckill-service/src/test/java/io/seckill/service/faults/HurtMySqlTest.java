package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.testing.Worker;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MySQL runs, and does not do what it should. Orders wait for it; none is lost, buried or stored twice. */
@Tag("long")
class HurtMySqlTest {

    private static final int DEADLOCKED_ROWS = 2_000;

    private static MySqlServer mysql;
    private static Database database;
    private static Node worker;

    @BeforeAll
    static void start() {
        mysql = MySqlServer.start();
        database = mysql.newDatabase();
        worker = new Node(Worker.start(
                Stores.shared().springProperties(database),
                "spring.datasource.hikari.connection-init-sql=SET SESSION innodb_lock_wait_timeout = 1",
                "spring.datasource.hikari.connection-timeout=1000"));
    }

    @AfterAll
    static void stop() {
        worker.close();
        mysql.close();
    }

    @AfterEach
    void nothingIsBuried() {
        assertThat(worker.jdbc.queryForObject("SELECT COUNT(*) FROM seckill_dead_letter", Long.class))
                .isZero();
    }

    @Test
    void a_deadlock_undoes_the_whole_batch_which_is_tried_again_at_once() throws SQLException {
        long sale = worker.sales.open(10, 1);
        try (Connection foreign = mysql.connectAsAdmin();
                Statement statement = foreign.createStatement()) {
            statement.execute("USE " + database.name());
            statement.execute("CREATE TABLE IF NOT EXISTS ballast (n INT)");
            foreign.setAutoCommit(false);
            // The server ends the transaction that has done less.
            for (int i = 0; i < DEADLOCKED_ROWS; i += 500) {
                statement.execute("INSERT INTO ballast VALUES (1)" + ", (1)".repeat(499));
            }
            statement.executeQuery("SELECT id FROM seckill_activity WHERE id = " + sale + " FOR UPDATE");
            long order = worker.order(sale, 1);
            await().atMost(Node.HEALS).until(HurtMySqlTest::somebodyWaitsForALock);
            // Waits for the order's row, whose transaction waits for the activity's: a circle.
            statement.execute("INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch,"
                    + " accepted_at, created_at) VALUES (" + order + ", " + sale
                    + ", 1, 1, 0, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))");
            foreign.rollback();

            worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
            try (ResultSet engine = statement.executeQuery("SHOW ENGINE INNODB STATUS")) {
                engine.next();
                assertThat(engine.getString("Status")).contains("LATEST DETECTED DEADLOCK");
            }
        }
        worker.awaitConsistent(sale);
        assertThat(worker.sales.stockInMySql(sale)).isEqualTo(9);
    }

    @Test
    void a_batch_that_waits_too_long_for_a_lock_leaves_no_half_behind() throws SQLException {
        long sale = worker.sales.open(10, 1);
        try (Connection foreign = mysql.connectAsAdmin();
                Statement statement = foreign.createStatement()) {
            foreign.setAutoCommit(false);
            statement.executeQuery(
                    "SELECT id FROM " + database.name() + ".seckill_activity WHERE id = " + sale + " FOR UPDATE");
            worker.order(sale, 1);
            worker.order(sale, 2);
            // The rows go in, the stock does not give way for a second, and the rows must be out again: the server
            // itself would leave them in the open transaction.
            await().during(Duration.ofMillis(2_500)).atMost(Node.HEALS).until(() -> worker.sales.orders(sale) == 0);
            foreign.rollback();
        }
        worker.awaitStored(sale, 2);
        worker.awaitConsistent(sale);
        assertThat(worker.sales.stockInMySql(sale)).isEqualTo(8);
    }

    @Test
    void a_lock_is_not_waited_for_longer_than_a_statement_may_take() {
        try (Node asShipped = new Node(Worker.doorOnly(Stores.shared().springProperties(database)))) {
            assertThat(asShipped.jdbc.queryForObject("SELECT @@SESSION.innodb_lock_wait_timeout", Integer.class))
                    .isEqualTo(5);
        }
    }

    @Test
    void a_read_only_server_is_nobodys_fault_and_waited_for() {
        long sale = worker.sales.open(10, 1);
        asAdmin("SET GLOBAL read_only = ON");
        try {
            for (long user = 1; user <= 5; user++) {
                worker.order(sale, user);
            }
            await().during(Duration.ofSeconds(2)).atMost(Node.HEALS).until(() -> worker.sales.orders(sale) == 0);
        } finally {
            asAdmin("SET GLOBAL read_only = OFF");
        }
        worker.awaitStored(sale, 5);
        worker.awaitConsistent(sale);
    }

    @Test
    void a_server_that_holds_all_writes_back_costs_time_and_nothing_else() throws SQLException {
        long sale = worker.sales.open(10, 1);
        try (Connection backup = mysql.connectAsAdmin();
                Statement statement = backup.createStatement()) {
            statement.execute("FLUSH TABLES WITH READ LOCK");
            long order = worker.order(sale, 1);
            await().during(Duration.ofSeconds(2)).atMost(Node.HEALS).until(() -> worker.sales.orders(sale) == 0);
            assertThat(worker.status(sale, 1, order)).isEqualTo(OrderStatus.QUEUED);
            statement.execute("UNLOCK TABLES");
            worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
        }
        worker.awaitConsistent(sale);
    }

    @Test
    void a_server_with_too_many_connections_is_waited_for_and_who_asks_it_is_told_so_soon() throws SQLException {
        long sale = worker.sales.open(10, 1);
        List<Connection> crowd = new ArrayList<>();
        try (Connection admin = mysql.connectAsAdmin()) {
            run(admin, "SET GLOBAL max_connections = 10");
            killAllOf(admin, database.user());
            occupy(crowd);
            killAllButOurs(admin, crowd);
            occupy(crowd);

            for (long user = 1; user <= 5; user++) {
                worker.order(sale, user);
            }
            Throwable refused =
                    catchThrowable(() -> worker.bean(OrderStatusService.class).findById(1, 99));
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            SeckillException.class,
                            busy -> assertThat(busy.code()).isEqualTo(ErrorCode.SYSTEM_BUSY));
            assertThat(worker.queued(sale)).isLessThanOrEqualTo(5);
            run(admin, "SET GLOBAL max_connections = 300");
        } finally {
            for (Connection connection : crowd) {
                connection.close();
            }
        }
        worker.awaitStored(sale, 5);
        worker.awaitConsistent(sale);
    }

    private static void occupy(List<Connection> crowd) {
        assertThatThrownBy(() -> {
                    while (true) {
                        crowd.add(
                                DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password()));
                    }
                })
                .isInstanceOfSatisfying(
                        SQLException.class,
                        full -> assertThat(full.getErrorCode()).isEqualTo(1040));
    }

    private static void killAllOf(Connection admin, String user) throws SQLException {
        kill(admin, "SELECT id FROM information_schema.processlist WHERE user = '" + user + "'");
    }

    private static void killAllButOurs(Connection admin, List<Connection> crowd) throws SQLException {
        List<String> ours = new ArrayList<>();
        for (Connection connection : crowd) {
            try (Statement statement = connection.createStatement();
                    ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
                id.next();
                ours.add(id.getString(1));
            }
        }
        kill(
                admin,
                "SELECT id FROM information_schema.processlist WHERE user = '" + database.user() + "' AND id NOT IN (0"
                        + (ours.isEmpty() ? "" : ", " + String.join(", ", ours)) + ")");
    }

    private static void kill(Connection admin, String which) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(which)) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        for (long id : ids) {
            try {
                run(admin, "KILL " + id);
            } catch (SQLException gone) {
                // It ended by itself.
            }
        }
    }

    private static boolean somebodyWaitsForALock() {
        try (Connection admin = mysql.connectAsAdmin();
                Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT trx_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
            return rows.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void asAdmin(String sql) {
        try (Connection admin = mysql.connectAsAdmin()) {
            run(admin, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
