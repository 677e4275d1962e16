package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.RawHttp;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.RunningWorker;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.common.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

class StatusWaitTest {

    private static final int MAX_WAITERS = 100;

    private static RunningApi api;

    private final Sale sale = Sale.of(api, 1000);
    private final long user = Users.next();

    @BeforeAll
    static void start() {
        api = RunningApi.start("seckill.status.max-waiters", Integer.toString(MAX_WAITERS));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void who_waits_is_answered_as_soon_as_the_order_is_stored() {
        String orderId = api.order(sale.id(), user).data("orderId");
        CompletableFuture<Reply> waiting = CompletableFuture.supplyAsync(() -> waitFor(user, 20_000));
        await().until(() -> waiting() == 1);
        try (RunningWorker worker = RunningWorker.start()) {
            Reply reply = waiting.orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(reply.outcome()).isEqualTo("200 OK");
            assertThat(reply.data("orderId")).isEqualTo(orderId);
            assertThat(reply.data("status")).isEqualTo("PENDING_PAYMENT");
        }
        assertThat(waiting()).isZero();
    }

    @Test
    void when_the_time_is_up_the_present_state_is_told() {
        api.order(sale.id(), user);
        long begun = System.nanoTime();
        Reply reply = waitFor(user, 700);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(700));
        assertThat(reply.outcome()).isEqualTo("200 OK");
        assertThat(reply.data("status")).isEqualTo("QUEUED");
    }

    @Test
    void a_wait_shorter_than_the_interval_of_the_reads_is_answered_too() {
        api.order(sale.id(), user);
        for (int i = 0; i < 5; i++) {
            assertThat(waitFor(user, 1).data("status")).isEqualTo("QUEUED");
        }
    }

    @Test
    void who_has_no_order_need_not_wait_to_hear_so() {
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> waitFor(user, 20_000));
        assertThat(reply.orTimeout(10, TimeUnit.SECONDS).join().outcome()).isEqualTo("404 ORDER_NOT_FOUND");
    }

    @Test
    void an_order_whose_claim_is_given_back_is_told_at_once() {
        api.order(sale.id(), user);
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> waitFor(user, 20_000));
        await().until(() -> waiting() == 1);
        redis().opsForHash().delete(RedisKeys.claims(sale.id()), Long.toString(user));
        assertThat(reply.orTimeout(10, TimeUnit.SECONDS).join().outcome()).isEqualTo("404 ORDER_NOT_FOUND");
    }

    @Test
    void however_many_wait_the_claims_are_read_once_per_interval() {
        long first = Users.next(MAX_WAITERS);
        Crowd.act(MAX_WAITERS, i -> api.order(sale.id(), first + i));
        long before = claimReads();
        long begun = System.nanoTime();
        List<Reply> replies = Crowd.act(MAX_WAITERS, i -> waitFor(first + i, 2000));
        long intervals = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 200;
        assertThat(replies).allMatch(reply -> reply.data("status").equals("QUEUED"));
        assertThat(claimReads() - before).isBetween(2L, intervals + 2);
    }

    @Test
    void one_more_than_may_wait_is_told_to_come_back() {
        long first = Users.next(MAX_WAITERS);
        Crowd.act(MAX_WAITERS, i -> api.order(sale.id(), first + i));
        CompletableFuture<List<Reply>> full =
                CompletableFuture.supplyAsync(() -> Crowd.act(MAX_WAITERS, i -> waitFor(first + i, 4000)));
        await().until(() -> waiting() == MAX_WAITERS);
        Reply refused = waitFor(first, 4000);
        assertThat(refused.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        assertThat(api.status(sale.id(), first).outcome()).isEqualTo("200 OK");
        assertThat(full.join()).allMatch(reply -> reply.outcome().equals("200 OK"));
        assertThat(waiting()).isZero();
        assertThat(waitFor(first, 1).outcome()).isEqualTo("200 OK");
    }

    @Test
    void who_hangs_up_keeps_no_place_beyond_the_time_asked_for() throws Exception {
        api.order(sale.id(), user);
        try (RawHttp http = RawHttp.connect(api)) {
            http.send("GET /seckill/order/status?activityId=" + sale.id() + "&userId=" + user
                    + "&waitMs=3000 HTTP/1.1\nHost: x\n\n");
            await().until(() -> waiting() == 1);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> waiting() == 0);
    }

    @Test
    void a_process_that_stops_sends_nobody_away_without_an_answer() {
        RunningApi stopping = RunningApi.start();
        stopping.order(sale.id(), user);
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(
                () -> stopping.get("/seckill/order/status?activityId=" + sale.id() + "&waitMs=20000&userId=" + user));
        StatusWaiters waiters = stopping.context().getBean(StatusWaiters.class);
        await().until(() -> waiters.waiting() == 1);
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::close);
        await().atMost(Duration.ofSeconds(15)).until(reply::isDone);
        assertThat(reply.join().data("status")).isEqualTo("QUEUED");
        stopped.join();
    }

    private Reply waitFor(long buyer, int millis) {
        return api.get("/seckill/order/status?activityId=" + sale.id() + "&waitMs=" + millis + "&userId=" + buyer);
    }

    private static int waiting() {
        return api.context().getBean(StatusWaiters.class).waiting();
    }

    private static StringRedisTemplate redis() {
        return api.context().getBean(StringRedisTemplate.class);
    }

    /** Only read_claims.lua reads a list from its end by LINDEX. */
    private static long claimReads() {
        Properties statistics = redis().execute((RedisCallback<Properties>)
                connection -> connection.serverCommands().info("commandstats"));
        String line = statistics.getProperty("cmdstat_lindex", "calls=0,");
        return Long.parseLong(line.replaceAll("calls=(\\d+),.*", "$1"));
    }
}
