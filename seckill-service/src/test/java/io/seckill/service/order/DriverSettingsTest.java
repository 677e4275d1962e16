package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.stores.Stores;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Settings of the driver that change what a statement reports must not change what is decided by it. */
class DriverSettingsTest {

    private static final long FIRST = 8_000_000_000_000_000_000L;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&rewriteBatchedStatements=true",
                "&useAffectedRows=true",
                "&rewriteBatchedStatements=true&useAffectedRows=true&useServerPrepStmts=true&cachePrepStmts=true"
            })
    void of_a_batch_with_bad_orders_in_its_middle_the_others_are_stored_under_their_own_ids(String more) {
        Map<String, String> stores =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        stores.computeIfPresent("spring.datasource.url", (key, url) -> url + more);
        try (ConfigurableApplicationContext door = Worker.doorOnly(stores)) {
            TestSales sales = new TestSales(door);
            OrderStore store = door.getBean(OrderStore.class);
            JdbcTemplate jdbc = door.getBean(JdbcTemplate.class);
            long sale = sales.inMySql(1_000, 5, "OPEN", 1);
            AcceptedOrder delivered = order(sale, 0, 40);
            AcceptedOrder foreign = order(sale, 1, 60);
            store.store(sale, 1, List.of(delivered, foreign));
            List<AcceptedOrder> batch = new ArrayList<>();
            for (int i = 2; i < 100; i++) {
                batch.add(order(sale, i, i == 99 ? Long.MAX_VALUE : 1_000 + i));
            }
            batch.add(30, delivered);
            batch.add(70, order(sale, 200, 60));

            List<Settled> settled = store.store(sale, 1, batch);

            assertThat(settled.stream()
                            .collect(Collectors.groupingBy(
                                    one -> one.getClass().getSimpleName(), Collectors.counting())))
                    .isEqualTo(Map.of("Stored", 98L, "Known", 1L, "Closed", 1L));
            Map<Long, String> rows =
                    jdbc.queryForList("SELECT id, user_id, quantity FROM seckill_order WHERE active = 1").stream()
                            .collect(Collectors.toMap(
                                    row -> ((Number) row.get("id")).longValue(),
                                    row -> row.get("user_id") + "/" + row.get("quantity")));
            assertThat(rows).hasSize(100);
            for (AcceptedOrder order : batch) {
                if (order.orderId() != FIRST + 200) {
                    assertThat(rows).containsEntry(order.orderId(), order.userId() + "/" + order.quantity());
                }
            }
            assertThat(sales.stockInMySql(sale))
                    .isEqualTo(1_000
                            - jdbc.queryForObject(
                                    "SELECT SUM(quantity) FROM seckill_order WHERE active = 1", Long.class));

            PaymentService payments = door.getBean(PaymentService.class);
            CancellationService cancellations = door.getBean(CancellationService.class);
            assertThat(payments.record("txn-1", FIRST)).isEqualTo(PaymentResult.APPLIED);
            assertThat(payments.record("txn-1", FIRST)).isEqualTo(PaymentResult.APPLIED);
            assertThat(cancellations.cancel(FIRST, 40)).isInstanceOf(CancelResult.Refused.class);
            assertThat(cancellations.cancel(FIRST + 1, 60)).isInstanceOf(CancelResult.Cancelled.class);
            assertThat(cancellations.cancel(FIRST + 1, 60)).isInstanceOf(CancelResult.Cancelled.class);
            assertThat(payments.record("txn-2", FIRST + 1)).isEqualTo(PaymentResult.REFUND_DUE);

            assertThatThrownBy(() -> jdbc.update("UPDATE seckill_order SET quantity = 99999999999 WHERE id = ?", FIRST))
                    .as("a value that its column cannot hold")
                    .isInstanceOf(DataAccessException.class);
        }
    }

    private static AcceptedOrder order(long sale, int number, long user) {
        return new AcceptedOrder(FIRST + number, sale, user, 1 + number % 5, number + 1, 1, Instant.now());
    }
}
