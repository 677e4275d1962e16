package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.stores.Stores;
import io.seckill.queue.HandBackException;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

class OrderStoreTest {

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static OrderStore store;
    private static JdbcTemplate jdbc;

    private static long nextOrder = 9_000_000;

    @BeforeAll
    static void start() {
        worker =
                Worker.doorOnly(Stores.shared().springProperties(Stores.shared().newDatabase()));
        sales = new TestSales(worker);
        store = worker.getBean(OrderStore.class);
        jdbc = worker.getBean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    @Test
    void a_batch_becomes_rows_and_the_stock_falls_by_its_units() {
        long sale = sales.inMySql(10, 5, "OPEN", 1);

        List<Settled> settled = store.store(sale, 1, List.of(order(sale, 1, 2, 1), order(sale, 2, 3, 2)));

        assertThat(settled).allMatch(one -> one instanceof Settled.Stored).hasSize(2);
        assertThat(sales.stockInMySql(sale)).isEqualTo(5);
        assertThat(sales.orders(sale)).isEqualTo(2);
        assertThat(jdbc.queryForObject("SELECT max_seq FROM seckill_activity WHERE id = ?", Long.class, sale))
                .isEqualTo(2);
    }

    @Test
    void a_second_delivery_is_known_and_takes_no_stock() {
        long sale = sales.inMySql(10, 1, "OPEN", 1);
        AcceptedOrder first = order(sale, 1, 1, 1);
        AcceptedOrder second = order(sale, 2, 1, 2);
        store.store(sale, 1, List.of(first));

        List<Settled> settled = store.store(sale, 1, List.of(first, second));

        assertThat(kinds(settled)).containsEntry(first.orderId(), "Known").containsEntry(second.orderId(), "Stored");
        assertThat(sales.stockInMySql(sale)).isEqualTo(8);
    }

    @Test
    void a_second_delivery_of_a_whole_batch_changes_nothing() {
        long sale = sales.inMySql(100, 1, "OPEN", 1);
        List<AcceptedOrder> batch = LongStream.rangeClosed(1, 50)
                .mapToObj(user -> order(sale, user, 1, user))
                .toList();
        store.store(sale, 1, batch);

        assertThat(kinds(store.store(sale, 1, batch))).containsValue("Known").doesNotContainValue("Stored");
        assertThat(sales.stockInMySql(sale)).isEqualTo(50);
    }

    @Test
    void a_user_with_another_live_order_gets_this_one_closed_and_its_units_are_owed_back() {
        long sale = sales.inMySql(10, 1, "OPEN", 1);
        store.store(sale, 1, List.of(order(sale, 1, 1, 1)));
        AcceptedOrder foreign = order(sale, 1, 1, 2);
        AcceptedOrder good = order(sale, 2, 1, 3);

        List<Settled> settled = store.store(sale, 1, List.of(foreign, good));

        assertThat(kinds(settled)).containsEntry(foreign.orderId(), "Closed").containsEntry(good.orderId(), "Stored");
        assertThat(row(foreign)).containsEntry("status", 2).containsEntry("close_reason", "DUPLICATE");
        assertThat(row(foreign)).containsEntry("return_state", 1);
        assertThat(sales.stockInMySql(sale)).isEqualTo(8);
        assertThat(kinds(store.store(sale, 1, List.of(foreign)))).containsEntry(foreign.orderId(), "Known");
    }

    @Test
    void a_cancelled_order_does_not_stand_in_the_way_of_the_next() {
        long sale = sales.inMySql(10, 1, "OPEN", 1);
        AcceptedOrder first = order(sale, 1, 1, 1);
        store.store(sale, 1, List.of(first));
        jdbc.update("UPDATE seckill_order SET status = 2, close_reason = 'USER' WHERE id = ?", first.orderId());

        assertThat(kinds(store.store(sale, 1, List.of(order(sale, 1, 1, 2))))).containsValue("Stored");
    }

    @Test
    void an_order_id_that_belongs_to_somebody_else_is_impossible() {
        long sale = sales.inMySql(10, 1, "OPEN", 1);
        AcceptedOrder first = order(sale, 1, 1, 1);
        store.store(sale, 1, List.of(first));
        AcceptedOrder thief = new AcceptedOrder(first.orderId(), sale, 2, 1, 2, 1, Instant.now());

        assertThat(kinds(store.store(sale, 1, List.of(thief)))).containsEntry(first.orderId(), "Impossible");
        assertThat(sales.stockInMySql(sale)).isEqualTo(9);
    }

    @Test
    void when_mysql_has_fewer_units_the_first_accepted_get_them_and_the_others_are_closed() {
        long sale = sales.inMySql(2, 1, "OPEN", 1);
        AcceptedOrder third = order(sale, 1, 1, 3);
        AcceptedOrder first = order(sale, 2, 1, 1);
        AcceptedOrder second = order(sale, 3, 1, 2);

        Map<Long, String> kinds = kinds(store.store(sale, 1, List.of(third, first, second)));

        assertThat(kinds)
                .containsEntry(first.orderId(), "Stored")
                .containsEntry(second.orderId(), "Stored")
                .containsEntry(third.orderId(), "Closed");
        assertThat(row(third)).containsEntry("close_reason", "SHORTAGE");
        assertThat(sales.stockInMySql(sale)).isZero();
    }

    @Test
    void a_stale_epoch_stores_nothing_and_hands_the_batch_back() {
        long sale = sales.inMySql(10, 1, "OPEN", 2);

        assertThatThrownBy(() -> store.store(sale, 1, List.of(order(sale, 1, 1, 1))))
                .isInstanceOf(HandBackException.class)
                .hasMessageContaining("epoch");
        assertThat(sales.orders(sale)).isZero();
        assertThat(sales.stockInMySql(sale)).isEqualTo(10);
    }

    @Test
    void an_activity_that_mysql_does_not_know_is_impossible() {
        assertThat(kinds(store.store(999_999_999, 1, List.of(order(999_999_999, 1, 1, 1)))))
                .containsValue("Impossible");
    }

    @Test
    void workers_with_overlapping_batches_store_each_order_once() throws Exception {
        long sale = sales.inMySql(1_000, 1, "OPEN", 1);
        List<AcceptedOrder> all = LongStream.rangeClosed(1, 300)
                .mapToObj(user -> order(sale, user, 1, user))
                .toList();
        int workers = 6;
        CyclicBarrier barrier = new CyclicBarrier(workers);
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            List<Future<List<Settled>>> runs = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                List<AcceptedOrder> mine = all.subList(i * 20, 200 + i * 20);
                Callable<List<Settled>> run = () -> {
                    barrier.await();
                    return untilStored(sale, mine);
                };
                runs.add(pool.submit(run));
            }
            long stored = 0;
            for (Future<List<Settled>> run : runs) {
                stored += run.get().stream()
                        .filter(one -> one instanceof Settled.Stored)
                        .count();
            }
            assertThat(stored).isEqualTo(300);
        } finally {
            pool.shutdownNow();
        }
        assertThat(sales.orders(sale)).isEqualTo(300);
        assertThat(sales.stockInMySql(sale)).isEqualTo(700);
    }

    /** As the queue does: what is handed back is delivered again. */
    private static List<Settled> untilStored(long sale, List<AcceptedOrder> batch) {
        for (int delivery = 1; ; delivery++) {
            try {
                return store.store(sale, 1, batch);
            } catch (HandBackException e) {
                assertThat(delivery).as("deliveries of %d orders", batch.size()).isLessThan(20);
            }
        }
    }

    private static AcceptedOrder order(long sale, long user, int quantity, long seq) {
        return new AcceptedOrder(++nextOrder, sale, user, quantity, seq, 1, Instant.ofEpochMilli(1_767_225_600_000L));
    }

    private static Map<String, Object> row(AcceptedOrder order) {
        return jdbc.queryForMap("SELECT * FROM seckill_order WHERE id = ?", order.orderId());
    }

    private static Map<Long, String> kinds(List<Settled> settled) {
        return settled.stream()
                .collect(java.util.stream.Collectors.toMap(
                        one -> one.order().orderId(), one -> one.getClass().getSimpleName()));
    }
}
