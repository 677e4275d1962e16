package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StoresAwayTest {

    private static FaultProxy redis;
    private static RunningApi api;

    private final Sale sale = Sale.of(RunningApi.standard(), 10);
    private final long user = Users.next();

    @BeforeAll
    static void start() {
        redis = FaultProxy.to(Stores.shared().redisHost(), Stores.shared().redisPort());
        api = RunningApi.start(
                "spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", Integer.toString(redis.port()));
    }

    @AfterAll
    static void stop() throws Exception {
        redis.pass();
        api.close();
        redis.close();
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

    /** By itself, and with one order for however many attempts. */
    private void assertHeals() {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            String outcome = api.order(sale.id(), user).outcome();
            return outcome.equals("202 OK") || outcome.equals("409 DUPLICATE_ORDER");
        });
        assertThat(api.order(sale.id(), user).status()).isIn(409, 429);
    }
}
