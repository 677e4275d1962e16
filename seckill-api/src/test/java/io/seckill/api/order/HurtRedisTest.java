package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Redis stands still, or what lies between does: buyers get an answer in time, and each is true. */
@Tag("long")
class HurtRedisTest {

    private static final int STOCK = 100;
    private static final int CROWD = 60;
    private static final long PATIENCE_MS = 10_000;

    private static RedisServer redis;
    private static FaultProxy wire;
    private static RunningApi api;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        wire = FaultProxy.to(redis.host(), redis.port());
        api = RunningApi.start(
                "spring.data.redis.host",
                wire.host(),
                "spring.data.redis.port",
                Integer.toString(wire.port()),
                "spring.data.redis.password",
                redis.password(),
                "seckill.grab.timeout",
                "700ms",
                "seckill.order.confirming-for",
                "1500ms",
                "seckill.rate-limit.order.enabled",
                "false",
                "seckill.rate-limit.status.enabled",
                "false");
    }

    @AfterAll
    static void stop() {
        api.close();
        wire.close();
        redis.close();
    }

    @AfterEach
    void heal() {
        redis.resume();
        wire.pass();
        awaitConnection();
    }

    /** A connection that was cut is tried again after a while, longer each time. */
    private static void awaitConnection() {
        StringRedisTemplate connected = api.context().getBean(StringRedisTemplate.class);
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> connected.hasKey("any") != null);
    }

    @Test
    void while_redis_is_frozen_everyone_is_answered_and_other_calls_go_on() {
        Sale sale = Sale.of(api, STOCK);
        settled(sale, redis::pause, () -> {
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
            redis.resume();
        });
    }

    @Test
    void over_a_partition_everyone_is_answered_and_what_arrives_too_late_is_refused() {
        Sale sale = Sale.of(api, STOCK);
        int placed = settled(sale, wire::blackhole, () -> {
            await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            wire.pass();
        });
        assertThat(placed).as("orders given up long before Redis read them").isZero();
    }

    @Test
    void replies_that_are_lost_were_orders_all_the_same() {
        Sale sale = Sale.of(api, STOCK);
        settled(sale, wire::dropReplies, wire::pass);
    }

    @Test
    void connections_that_are_reset_leave_orders_or_none_and_the_status_tells_which() {
        Sale sale = Sale.of(api, STOCK);
        settled(sale, wire::resetReplies, wire::pass);
    }

    @Test
    void over_a_slow_link_orders_are_slow_and_nothing_else() {
        Sale sale = Sale.of(api, STOCK);
        // Those who come together wait for two round trips at most: their own call, and the one before it.
        wire.delay(Duration.ofMillis(150));

        List<Reply> replies = Crowd.act(CROWD, number -> api.order(sale.id(), Users.next()));

        assertThat(replies).extracting(Reply::outcome).containsOnly("202 OK");
        assertThat(sale.redisStock()).isEqualTo(Integer.toString(STOCK - CROWD));
    }

    @Test
    void over_a_link_slower_than_anybody_waits_nobody_is_told_a_falsehood() {
        Sale sale = Sale.of(api, STOCK);
        settled(sale, () -> wire.delay(Duration.ofMillis(900)), wire::pass);
    }

    /** Hurts, lets a crowd buy, heals, and asks for each; returns how many of the orders without an answer were placed. */
    private static int settled(Sale sale, Runnable hurt, Runnable heal) {
        List<Long> buyers = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            buyers.add(Users.next());
        }
        hurt.run();
        List<Reply> replies = Crowd.act(CROWD, number -> {
            long asked = System.nanoTime();
            Reply reply = api.order(sale.id(), buyers.get(number));
            assertThat((System.nanoTime() - asked) / 1_000_000).isLessThan(PATIENCE_MS);
            return reply;
        });
        Reply list = api.get("/seckill/activities");
        assertThat(list.outcome()).as("a call that needs no Redis").isEqualTo("200 OK");
        heal.run();
        awaitConnection();

        Set<String> placed = new HashSet<>();
        int unknown = 0;
        for (int i = 0; i < CROWD; i++) {
            Reply reply = replies.get(i);
            assertThat(reply.outcome()).isIn("202 OK", "202 CONFIRMING", "503 SYSTEM_BUSY");
            if (reply.outcome().equals("503 SYSTEM_BUSY")) {
                continue;
            }
            String order = reply.data("orderId");
            String status = finalStatus(sale, buyers.get(i), order);
            unknown += reply.outcome().equals("202 CONFIRMING") && status.equals("QUEUED") ? 1 : 0;
            if (status.equals("QUEUED")) {
                placed.add(order);
            }
        }
        assertThat(sale.redisStock()).isEqualTo(Integer.toString(STOCK - placed.size()));
        assertThat(sale.queued()).isEqualTo(placed.size());
        // Whoever has an order gets it again, and whoever has none may buy.
        for (int i = 0; i < CROWD; i += 10) {
            Reply again = api.order(sale.id(), buyers.get(i));
            assertThat(again.outcome()).isIn("202 OK", "409 DUPLICATE_ORDER");
            boolean had = again.outcome().equals("409 DUPLICATE_ORDER");
            assertThat(placed.contains(again.data("orderId"))).isEqualTo(had);
        }
        return unknown;
    }

    private static String finalStatus(Sale sale, long user, String order) {
        String[] last = new String[1];
        await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(30)).until(() -> {
            Reply reply =
                    api.get("/seckill/order/status?activityId=" + sale.id() + "&orderId=" + order + "&userId=" + user);
            last[0] = reply.outcome().equals("200 OK") ? reply.data("status") : "";
            return last[0].equals("QUEUED") || last[0].equals("NOT_PLACED");
        });
        return last[0];
    }
}
