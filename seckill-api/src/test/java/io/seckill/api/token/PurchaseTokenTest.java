package io.seckill.api.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shop that sells to holders of a token only. */
class PurchaseTokenTest {

    private static final String SECRET = "the shop's secret: \"signs\" the purchase tokens of the tests";

    private static FaultProxy redis;
    private static RunningApi api;

    private final Sale sale = Sale.of(RunningApi.standard(), 10);
    private final long user = Users.next();

    @BeforeAll
    static void start() {
        redis = FaultProxy.to(Stores.shared().redisHost(), Stores.shared().redisPort());
        api = RunningApi.start(
                "spring.main.sources",
                TestShop.class.getName(),
                "spring.data.redis.host",
                redis.host(),
                "spring.data.redis.port",
                Integer.toString(redis.port()),
                "seckill.purchase-token.required",
                "all",
                "seckill.purchase-token.secret",
                SECRET,
                "seckill.rate-limit.token.capacity",
                "10000",
                "seckill.rate-limit.order.capacity",
                "10000");
    }

    @AfterAll
    static void stop() {
        api.close();
        redis.close();
    }

    @BeforeEach
    void letEverybodyIn() {
        TestShop.letEverybodyIn();
    }

    @Test
    void an_order_without_a_token_is_refused_and_touches_nothing() {
        Reply reply = api.order(sale.id(), user);
        assertThat(reply.outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(reply.data("reason")).isEqualTo("token_missing");
        assertThat(reply.message()).isEqualTo("没有权限：请先获取抢购令牌");
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void a_token_is_good_for_one_order() {
        String token = token(user);
        assertThat(order(user, token).outcome()).isEqualTo("202 OK");
        assertThat(order(user, token).outcome())
                .as("whoever did not hear of the order is told of it")
                .isEqualTo("409 DUPLICATE_ORDER");
        assertThat(order(user, token(user)).outcome()).isEqualTo("409 DUPLICATE_ORDER");
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void a_token_of_which_no_order_came_is_good_again() {
        String token = token(user);
        Reply tooMany = api.post(
                "/seckill/order?activityId=" + sale.id() + "&quantity=9999&userId=" + user, "X-Seckill-Token", token);
        assertThat(tooMany.outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(order(user, token).outcome()).isEqualTo("202 OK");
    }

    @Test
    void of_many_uses_at_once_one_counts() {
        String token = token(user);
        List<Reply> replies = Crowd.act(20, i -> order(user, token));
        assertThat(replies).filteredOn(reply -> reply.status() == 202).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() == 403 || reply.status() == 409)
                .hasSize(19);
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void a_token_is_good_for_its_user_and_its_activity_alone() {
        String token = token(user);
        Sale other = Sale.of(RunningApi.standard(), 10);
        assertRefused("token_invalid", order(Users.next(), token));
        assertRefused(
                "token_invalid",
                api.post("/seckill/order?activityId=" + other.id() + "&userId=" + user, "X-Seckill-Token", token));
        assertThat(order(user, token).outcome())
                .as("others' attempts do not use it up")
                .isEqualTo("202 OK");
    }

    @Test
    void what_was_not_signed_by_us_is_no_token() {
        String token = token(user);
        String forged = new PurchaseTokens(
                        "another secret, that is as long as ours", Duration.ofMinutes(1), Clock.systemUTC())
                .issue(sale.id(), user)
                .text();
        String later = "9" + token.substring(1);
        for (String wrong : List.of("", "x", "1.2.3", forged, later, token + "0", token.toUpperCase(), " ", "é")) {
            assertThat(order(user, wrong).data("reason")).as(wrong).isIn("token_invalid", "token_missing");
        }
        Reply twice = api.post(
                "/seckill/order?activityId=" + sale.id() + "&userId=" + user,
                "X-Seckill-Token",
                token,
                "X-Seckill-Token",
                token);
        assertRefused("token_invalid", twice);
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void a_token_expires() {
        Clock past = Clock.fixed(Instant.now().minusSeconds(120), ZoneOffset.UTC);
        String stale = new PurchaseTokens(SECRET, Duration.ofSeconds(60), past)
                .issue(sale.id(), user)
                .text();
        assertRefused("token_expired", order(user, stale));
        awaitListed(sale);
        assertThat(Instant.parse(api.post(tokenCall(sale.id(), user)).data("expiresAt")))
                .isBetween(Instant.now().plusSeconds(60), Instant.now().plusSeconds(180));
    }

    @Test
    void a_token_is_given_out_only_while_the_sale_is_on() {
        Instant now = Instant.now();
        Sale later = Sale.of(RunningApi.standard(), 1, 1, now.plusSeconds(600), now.plusSeconds(900));
        Sale past = Sale.of(RunningApi.standard(), 1, 1, now.minusSeconds(900), now.minusSeconds(600));
        Sale cold = Sale.draft(RunningApi.standard(), 1, 1, now.minusSeconds(60), now.plusSeconds(600));
        awaitListed(cold);
        Reply early = api.post(tokenCall(later.id(), user));
        assertThat(early.outcome()).isEqualTo("409 NOT_STARTED");
        assertThat(Long.parseLong(early.data("startsInMs"))).isBetween(500_000L, 600_000L);
        assertThat(api.post(tokenCall(past.id(), user)).outcome()).isEqualTo("409 ENDED");
        assertThat(api.post(tokenCall(cold.id(), user)).outcome()).isEqualTo("409 NOT_STARTED");
        assertThat(api.post(tokenCall(1, user)).outcome()).isEqualTo("404 ACTIVITY_NOT_FOUND");
        assertThat(api.post(tokenCall(0, user)).outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(api.post("/seckill/order/token?activityId=" + sale.id()).outcome())
                .isEqualTo("401 UNAUTHENTICATED");
    }

    @Test
    void who_may_not_take_part_gets_neither_token_nor_order_and_is_told_why() {
        String token = token(user);
        TestShop.ELIGIBILITY.set((activity, who) -> who == user ? Optional.of("members_only") : Optional.empty());
        for (Reply reply : List.of(order(user, token), api.post(tokenCall(sale.id(), user)))) {
            assertThat(reply.outcome()).isEqualTo("403 FORBIDDEN");
            assertThat(reply.data("reason")).isEqualTo("not_eligible");
            assertThat(reply.data("why")).isEqualTo("members_only");
            assertThat(reply.message()).contains("您没有资格参加本活动");
        }
        TestShop.ELIGIBILITY.set((activity, who) -> Optional.of("<b>not a code</b>"));
        assertThat(order(user, token).data("why")).isEqualTo("other");
        TestShop.letEverybodyIn();
        assertThat(order(user, token).outcome()).as("the token was not used up").isEqualTo("202 OK");
    }

    @Test
    void the_shops_challenge_stands_in_front_of_the_token() {
        awaitListed(sale);
        TestShop.CHALLENGE.set((activity, who, shown) -> activity == sale.id() && who == user && "42".equals(shown));
        assertRefused("challenge", api.post(tokenCall(sale.id(), user)));
        assertRefused("challenge", api.post(tokenCall(sale.id(), user), "X-Seckill-Challenge", "41"));
        assertThat(api.post(tokenCall(sale.id(), user), "X-Seckill-Challenge", "42")
                        .outcome())
                .isEqualTo("200 OK");
    }

    @Test
    void a_plug_that_breaks_opens_nothing_and_says_nothing() {
        String token = token(user);
        TestShop.ELIGIBILITY.set((activity, who) -> {
            throw new IllegalStateException("secret detail");
        });
        Reply order = order(user, token);
        assertThat(order.outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(order.http().body()).doesNotContain("secret");
        TestShop.letEverybodyIn();
        TestShop.CHALLENGE.set((activity, who, shown) -> {
            throw new IllegalStateException("secret detail");
        });
        assertThat(api.post(tokenCall(sale.id(), user)).outcome()).isEqualTo("503 SYSTEM_BUSY");
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void without_redis_no_token_counts_as_unused() {
        String token = token(user);
        redis.cut();
        assertThat(order(user, token).outcome()).isEqualTo("503 SYSTEM_BUSY");
        redis.pass();
        assertThat(sale.redisStock()).isEqualTo("10");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> order(user, token(user)).status() == 202);
    }

    @Test
    void a_shop_that_asks_for_no_token_gives_none_out() {
        assertThat(RunningApi.standard().post(tokenCall(sale.id(), user)).outcome())
                .isEqualTo("404 NOT_FOUND");
    }

    private String token(long who) {
        awaitListed(sale);
        return api.post(tokenCall(sale.id(), who)).data("token");
    }

    /** The list of activities may be a second old. */
    private static void awaitListed(Sale sale) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !api.post(tokenCall(sale.id(), 1)).code().equals("ACTIVITY_NOT_FOUND"));
    }

    private Reply order(long who, String token) {
        return api.post("/seckill/order?activityId=" + sale.id() + "&userId=" + who, "X-Seckill-Token", token);
    }

    private static String tokenCall(long activityId, long who) {
        return "/seckill/order/token?activityId=" + activityId + "&userId=" + who;
    }

    private static void assertRefused(String reason, Reply reply) {
        assertThat(reply.outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(reply.data("reason")).isEqualTo(reason);
    }
}
