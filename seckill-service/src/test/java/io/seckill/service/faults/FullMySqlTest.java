package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlOptions;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.testing.Worker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MySQL's files may not grow any more. */
@Tag("long")
class FullMySqlTest {

    private static final int TABLE_FULL = 1114;
    private static final int ORDERS = 400;

    @Test
    void a_full_mysql_is_waited_for_and_orders_are_taken_up_to_the_bound_of_the_backlog() throws SQLException {
        MySqlOptions small = MySqlOptions.defaults()
                .with("--innodb-file-per-table=OFF", "--innodb-data-file-path=ibdata1:12M:autoextend:max:20M");
        try (MySqlServer mysql = MySqlServer.start(small)) {
            Database database = mysql.newDatabase();
            try (Node worker = new Node(
                    Worker.start(Stores.shared().springProperties(database), "seckill.grab.max-backlog=" + ORDERS))) {
                long sale = worker.sales.open(10_000, 1);
                try (Connection admin = database.connect();
                        Statement statement = admin.createStatement()) {
                    statement.execute("CREATE TABLE ballast (b LONGBLOB)");
                    assertThatThrownBy(() -> {
                                while (true) {
                                    statement.execute("INSERT INTO ballast VALUES (REPEAT('x', 8000))");
                                }
                            })
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    full -> assertThat(full.getErrorCode()).isEqualTo(TABLE_FULL));

                    long taken = 0;
                    for (long user = 1; user <= 3 * ORDERS; user++) {
                        taken += worker.grab(sale, user) instanceof GrabResult.Accepted ? 1 : 0;
                    }
                    assertThat(taken).isLessThan(3 * ORDERS);
                    long accepted = taken;
                    await().during(Duration.ofSeconds(2))
                            .atMost(Node.HEALS)
                            .until(() -> worker.sales.orders(sale) < accepted && worker.deadLetters(sale) == 0);

                    statement.execute("DROP TABLE ballast");
                    worker.awaitStored(sale, accepted);
                    worker.awaitConsistent(sale);
                    assertThat(worker.deadLetters(sale)).isZero();
                }
            }
        }
    }
}
