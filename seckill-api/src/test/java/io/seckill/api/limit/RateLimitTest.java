package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private final RunningApi api = RunningApi.standard();
    private final Sale sale = Sale.of(api, 100);
    private final long user = Users.next();

    @Test
    void of_fifty_clicks_at_once_at_most_five_a_second_pass() {
        long begun = System.nanoTime();
        List<Reply> replies = Crowd.act(50, i -> api.order(sale.id(), user));
        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        List<Reply> passed =
                replies.stream().filter(reply -> reply.status() != 429).toList();
        assertThat(passed.size()).isBetween(1, (int) (5 * (1 + seconds)));
        assertThat(passed).filteredOn(reply -> reply.status() == 202).hasSize(1);
        assertThat(passed.stream().map(reply -> reply.data("orderId")).distinct())
                .hasSize(1);
    }

    @Test
    void with_the_limit_raised_fifty_clicks_are_one_order_and_49_times_its_id() {
        try (RunningApi generous = RunningApi.start(
                "seckill.rate-limit.order.capacity", "1000", "seckill.rate-limit.order.per-second", "1000")) {
            List<Reply> replies = Crowd.act(50, i -> generous.order(sale.id(), user));
            assertThat(replies)
                    .filteredOn(reply -> reply.outcome().equals("202 OK"))
                    .hasSize(1);
            assertThat(replies)
                    .filteredOn(reply -> reply.outcome().equals("409 DUPLICATE_ORDER"))
                    .hasSize(49);
            assertThat(replies.stream().map(reply -> reply.data("orderId")).distinct())
                    .hasSize(1);
            assertThat(sale.redisStock()).isEqualTo("99");
        }
    }

    @Test
    void who_is_turned_away_is_told_when_to_come_back() {
        Reply refused = null;
        for (int i = 0; i < 100 && (refused == null || refused.status() != 429); i++) {
            refused = api.order(sale.id(), user);
        }
        assertThat(refused.outcome()).isEqualTo("429 RATE_LIMITED");
        assertThat(refused.message()).isEqualTo("操作过于频繁");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.data().isNull()).isTrue();
        assertThat(api.order(sale.id(), Users.next()).status()).isEqualTo(202);
    }

    @Test
    void asking_for_the_status_does_not_eat_what_orders_may() {
        // One status call a second, so that even a slow machine asks faster than it may.
        try (RunningApi strict = RunningApi.start(
                "seckill.rate-limit.status.capacity", "2", "seckill.rate-limit.status.per-second", "1")) {
            Reply status = strict.status(sale.id(), user);
            for (int i = 0; i < 200 && status.status() != 429; i++) {
                status = strict.status(sale.id(), user);
            }
            assertThat(status.outcome()).isEqualTo("429 RATE_LIMITED");
            assertThat(strict.order(sale.id(), user).outcome()).isEqualTo("202 OK");
        }
    }

    @Test
    void a_malformed_call_costs_nothing() {
        for (int i = 0; i < 50; i++) {
            assertThat(api.order(0, user).status()).isEqualTo(400);
        }
        assertThat(api.order(sale.id(), user).outcome()).isEqualTo("202 OK");
    }
}
