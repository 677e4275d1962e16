package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.TestStores;
import io.seckill.api.support.Users;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StoresAwayTest {

    private static FaultProxy redis;
    private static FaultProxy mysql;
    private static RunningApi api;

    private final Sale sale = Sale.of(RunningApi.standard(), 10);
    private final long user = Users.next();

    @BeforeAll
    static void start() {
        redis = FaultProxy.to(Stores.shared().redisHost(), Stores.shared().redisPort());
        URI address = URI.create(TestStores.database().jdbcUrl().substring("jdbc:".length()));
        mysql = FaultProxy.to(address.getHost(), address.getPort());
        api = RunningApi.start(
                "spring.data.redis.host",
                redis.host(),
                "spring.data.redis.port",
                Integer.toString(redis.port()),
                "spring.datasource.url",
                TestStores.database().via(mysql.host(), mysql.port()).jdbcUrl());
    }

    @AfterAll
    static void stop() throws Exception {
        api.close();
        redis.close();
        mysql.close();
    }

    @AfterEach
    void heal() {
        redis.pass();
        mysql.pass();
    }

    @Test
    void without_redis_nothing_is_placed_and_the_client_is_told_when_to_try_again() {
        redis.cut();
        Reply reply = api.order(sale.id(), user);
        assertThat(reply.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(reply.message()).isEqualTo("系统繁忙，请稍后再试");
        assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
        Reply status = api.status(sale.id(), user);
        assertThat(status.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(Integer.parseInt(status.header("Retry-After"))).isPositive();
        redis.pass();
        assertHeals();
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void who_waits_while_redis_goes_away_is_never_told_that_it_is_over() {
        assertHeals();
        CompletableFuture<Reply> waiting = CompletableFuture.supplyAsync(
                () -> api.get("/seckill/order/status?activityId=" + sale.id() + "&waitMs=4000&userId=" + user));
        await().until(() -> api.context().getBean(StatusWaiters.class).waiting() == 1);
        redis.cut();
        Reply reply = waiting.join();
        assertThat(reply.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
        redis.pass();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/seckill/order/status?activityId=" + sale.id() + "&waitMs=500&userId=" + user)
                        .outcome()
                        .equals("200 OK"));
    }

    @Test
    void an_order_whose_answer_was_lost_is_confirming_and_a_retry_gets_its_id() {
        redis.dropReplies();
        Reply lost = api.order(sale.id(), user);
        assertThat(lost.outcome()).isEqualTo("202 CONFIRMING");
        assertThat(lost.data("status")).isEqualTo("CONFIRMING");
        redis.pass();
        Reply retry = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> api.order(sale.id(), user),
                        reply -> reply.outcome().equals("409 DUPLICATE_ORDER"));
        assertThat(retry.data("orderId")).isEqualTo(lost.data("orderId"));
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void without_mysql_orders_are_taken_and_what_must_be_read_there_is_busy() {
        mysql.cut();
        assertThat(api.order(sale.id(), user).outcome()).isEqualTo("202 OK");
        assertThat(api.status(sale.id(), user).data("status")).isEqualTo("QUEUED");
        Reply unknown = api.status(sale.id(), Users.next());
        assertThat(unknown.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(Integer.parseInt(unknown.header("Retry-After"))).isPositive();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/seckill/activities").outcome().equals("503 SYSTEM_BUSY"));
        for (Reply page : List.of(api.get("/dev/pay/1"), api.post("/dev/pay/1"))) {
            assertThat(page.status()).isEqualTo(503);
            assertThat(page.http().body()).contains("<html", "系统繁忙").doesNotContain("<button");
        }
        mysql.pass();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/seckill/activities").outcome().equals("200 OK"));
        assertThat(api.status(sale.id(), Users.next()).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
    }

    @Test
    void requests_that_never_reached_redis_cost_their_tokens_and_ban_nobody() {
        redis.cut();
        int tried = 0;
        while (api.order(sale.id(), user).status() == 503) {
            tried++;
        }
        assertThat(tried).isPositive();
        assertThat(api.order(sale.id(), user).outcome()).isEqualTo("429 RATE_LIMITED");
        redis.pass();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.order(sale.id(), user).outcome().equals("202 OK"));

        assertThat(sale.redisStock()).isEqualTo("9");
    }

    /** By itself, and with one order for however many attempts. */
    private void assertHeals() {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            String outcome = api.order(sale.id(), user).outcome();
            return outcome.equals("202 OK") || outcome.equals("409 DUPLICATE_ORDER");
        });
        assertThat(api.order(sale.id(), user).status()).isIn(409, 429);
    }
}
