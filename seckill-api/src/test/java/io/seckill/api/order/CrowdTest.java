package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.RunningWorker;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Many buyers at the same instant, over HTTP, down to the rows in MySQL. */
class CrowdTest {

    private static final Duration DRAINED = Duration.ofSeconds(60);

    private final RunningApi api = RunningApi.standard();

    @Test
    void two_thousand_buyers_of_a_hundred_units_get_exactly_a_hundred_also_in_mysql() {
        Sale sale = Sale.of(api, 100);
        long first = Users.next(2000);
        List<Reply> replies = Crowd.act(2000, i -> api.order(sale.id(), first + i));
        assertThat(outcomes(replies)).isEqualTo(Map.of("202 OK", 100L, "409 SOLD_OUT", 1900L));
        assertThat(sale.redisStock()).isEqualTo("0");
        assertThat(sale.orderIds()).as("nobody consumes yet").isEmpty();
        try (RunningWorker worker = RunningWorker.start()) {
            assertStored(sale, replies);
        }
        assertThat(sale.mysqlStock()).isZero();
    }

    @Test
    void two_apis_and_two_workers_sell_every_unit_once() {
        Sale sale = Sale.of(api, 60, 2);
        long first = Users.next(300);
        try (RunningApi second = RunningApi.start();
                RunningWorker one = RunningWorker.start();
                RunningWorker two = RunningWorker.start()) {
            // Every buyer clicks on both, one after the other.
            List<Reply> replies = Crowd.act(300, i -> (i % 2 == 0 ? api : second).order(sale.id(), first + i / 2, 1));
            Map<String, Long> outcomes = outcomes(replies);
            assertThat(outcomes.get("202 OK")).isEqualTo(60);
            assertThat(outcomes.keySet()).isSubsetOf("202 OK", "409 SOLD_OUT", "409 DUPLICATE_ORDER");
            assertStored(sale, replies);
        }
        assertThat(sale.redisStock()).isEqualTo("0");
        assertThat(sale.mysqlStock()).isZero();
    }

    @Test
    void what_was_accepted_without_a_worker_is_stored_by_the_next_one() {
        Sale sale = Sale.of(api, 50);
        long first = Users.next(50);
        List<Reply> replies = Crowd.act(50, i -> api.order(sale.id(), first + i));
        assertThat(outcomes(replies)).isEqualTo(Map.of("202 OK", 50L));
        assertThat(api.status(sale.id(), first).data("status")).isEqualTo("QUEUED");
        assertThat(sale.queued()).isEqualTo(50);
        try (RunningWorker worker = RunningWorker.start()) {
            assertStored(sale, replies);
        }
    }

    @Test
    void two_sales_at_once_do_not_touch_each_other() {
        Sale one = Sale.of(api, 10);
        Sale other = Sale.of(api, 20);
        long first = Users.next(100);
        try (RunningWorker worker = RunningWorker.start()) {
            List<Reply> replies = Crowd.act(200, i -> api.order((i % 2 == 0 ? one : other).id(), first + i / 2));
            assertThat(outcomes(replies)).isEqualTo(Map.of("202 OK", 30L, "409 SOLD_OUT", 170L));
            await().atMost(DRAINED)
                    .until(() -> one.orderIds().size() == 10 && other.orderIds().size() == 20);
        }
        assertThat(one.mysqlStock()).isZero();
        assertThat(other.mysqlStock()).isZero();
    }

    @Test
    void a_mixture_of_quantities_never_exceeds_the_stock() {
        Sale sale = Sale.of(api, 100, 7);
        long first = Users.next(120);
        try (RunningWorker worker = RunningWorker.start()) {
            List<Reply> replies = Crowd.act(120, i -> api.order(sale.id(), first + i, 1 + i % 7));
            assertThat(outcomes(replies).keySet()).isSubsetOf("202 OK", "409 SOLD_OUT");
            long left = Long.parseLong(sale.redisStock());
            long accepted = accepted(replies).stream()
                    .mapToLong(reply -> reply.data().get("quantity").asLong())
                    .sum();
            assertThat(accepted + left).isEqualTo(100);
            assertStored(sale, replies);
            assertThat(sale.storedUnits()).isEqualTo(accepted);
            assertThat(sale.mysqlStock()).isEqualTo(left);
        }
    }

    /** Every accepted order is a row, and there is no row besides. */
    private static void assertStored(Sale sale, List<Reply> replies) {
        List<String> accepted =
                accepted(replies).stream().map(reply -> reply.data("orderId")).toList();
        await().atMost(DRAINED).until(() -> sale.orderIds().size() >= accepted.size());
        assertThat(sale.orderIds()).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(sale.queued()).isZero();
        assertThat(sale.deadLetters()).isZero();
    }

    private static List<Reply> accepted(List<Reply> replies) {
        return replies.stream().filter(reply -> reply.status() == 202).toList();
    }

    private static Map<String, Long> outcomes(List<Reply> replies) {
        return replies.stream()
                .map(Reply::outcome)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
