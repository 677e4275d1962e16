package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.RunningWorker;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderContractTest {

    private final RunningApi api = RunningApi.standard();
    private final long alice = Users.next();
    private final long bob = Users.next();
    private final long carol = Users.next();
    private final long dave = Users.next();

    @Test
    void an_accepted_order_is_queued_under_an_id_that_is_text() {
        Sale sale = Sale.of(api, 10, 3);
        Reply reply = api.order(sale.id(), alice, 2);
        assertThat(reply.outcome()).isEqualTo("202 OK");
        assertThat(reply.message()).isEqualTo("排队中");
        assertThat(reply.data().propertyNames())
                .containsExactlyInAnyOrder("orderId", "activityId", "quantity", "status");
        assertThat(reply.data().get("orderId").isString()).isTrue();
        assertThat(reply.data("orderId")).matches("[1-9][0-9]{0,18}");
        assertThat(reply.data().get("activityId").isString()).isTrue();
        assertThat(reply.data("activityId")).isEqualTo(Long.toString(sale.id()));
        assertThat(reply.data().get("quantity").asInt()).isEqualTo(2);
        assertThat(reply.data("status")).isEqualTo("QUEUED");
        assertThat(sale.redisStock()).isEqualTo("8");
    }

    @Test
    void one_unit_is_meant_where_no_quantity_is_given() {
        Sale sale = Sale.of(api, 10, 3);
        assertThat(api.order(sale.id(), alice).data().get("quantity").asInt()).isEqualTo(1);
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void a_second_click_gets_the_same_order_id() {
        Sale sale = Sale.of(api, 10);
        String orderId = api.order(sale.id(), alice).data("orderId");
        Reply second = api.order(sale.id(), alice);
        assertThat(second.outcome()).isEqualTo("409 DUPLICATE_ORDER");
        assertThat(second.message()).isEqualTo("请勿重复提交");
        assertThat(second.data("orderId")).isEqualTo(orderId);
        assertThat(second.data("status")).isEqualTo("QUEUED");
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void before_the_start_the_wait_is_told() {
        Instant now = Instant.now();
        Sale sale = Sale.of(api, 10, 1, now.plusSeconds(600), now.plusSeconds(1200));
        Reply reply = api.order(sale.id(), alice);
        assertThat(reply.outcome()).isEqualTo("409 NOT_STARTED");
        assertThat(reply.message()).isEqualTo("活动未开始");
        assertThat(reply.data().get("startsInMs").asLong()).isBetween(1L, 600_000L);
    }

    @Test
    void a_sale_that_is_not_warm_has_not_started() {
        Instant now = Instant.now();
        Sale early = Sale.draft(api, 10, 1, now.plusSeconds(600), now.plusSeconds(1200));
        await().untilAsserted(() -> {
            Reply reply = api.order(early.id(), alice);
            assertThat(reply.outcome()).isEqualTo("409 NOT_STARTED");
            assertThat(reply.data().get("startsInMs").asLong()).isBetween(1L, 600_000L);
        });
        Sale late = Sale.draft(api, 10, 1, now.minusSeconds(600), now.plusSeconds(1200));
        await().untilAsserted(() -> {
            Reply reply = api.order(late.id(), bob);
            assertThat(reply.outcome()).isEqualTo("409 NOT_STARTED");
            assertThat(reply.data().get("startsInMs").asLong()).isZero();
        });
    }

    @Test
    void after_the_end_and_when_closed_the_sale_is_over() {
        Instant now = Instant.now();
        Sale over = Sale.of(api, 10, 1, now.minusSeconds(600), now.minusSeconds(1));
        assertThat(api.order(over.id(), alice).outcome()).isEqualTo("409 ENDED");
        assertThat(api.order(over.id(), bob).message()).isEqualTo("活动已结束");
        Sale closed = Sale.of(api, 10);
        closed.setInRedis("state", "CLOSED");
        assertThat(api.order(closed.id(), alice).outcome()).isEqualTo("409 ENDED");
        assertThat(closed.redisStock()).isEqualTo("10");
    }

    @Test
    void nothing_left_is_sold_out_and_tells_how_many_remain() {
        Sale sale = Sale.of(api, 3, 3);
        assertThat(api.order(sale.id(), dave, 2).outcome()).isEqualTo("202 OK");
        Reply reply = api.order(sale.id(), alice, 2);
        assertThat(reply.outcome()).isEqualTo("409 SOLD_OUT");
        assertThat(reply.message()).isEqualTo("已售罄");
        assertThat(reply.data().get("remaining").asLong()).isEqualTo(1);
        assertThat(api.order(sale.id(), bob, 1).outcome()).isEqualTo("202 OK");
        assertThat(api.order(sale.id(), carol, 1).outcome()).isEqualTo("409 SOLD_OUT");
    }

    @Test
    void a_sale_that_was_opened_for_another_run_of_redis_takes_nothing() {
        Sale sale = Sale.of(api, 10);
        sale.setInRedis("openFor", "0000000000000000000000000000000000000000");
        Reply reply = api.order(sale.id(), alice);
        assertThat(reply.outcome()).isEqualTo("409 NOT_OPEN");
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void an_unknown_activity_is_not_found() {
        assertThat(api.order(7, alice).outcome()).isEqualTo("404 ACTIVITY_NOT_FOUND");
    }

    @Test
    void more_than_an_order_may_take_names_the_quantity_and_its_range() {
        Sale sale = Sale.of(api, 10, 3);
        Reply reply = api.order(sale.id(), alice, 4);
        assertThat(reply.outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(reply.data("field")).isEqualTo("quantity");
        assertThat(reply.data().get("max").asInt()).isEqualTo(3);
        assertThat(reply.message()).contains("quantity").contains("3");
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void when_several_hold_the_gate_comes_first_then_the_duplicate() {
        Sale sale = Sale.of(api, 1);
        assertThat(api.order(sale.id(), alice).outcome()).isEqualTo("202 OK");
        sale.setInRedis("state", "CLOSED");
        assertThat(api.order(sale.id(), alice).outcome()).isEqualTo("409 DUPLICATE_ORDER");
        sale.setInRedis("openFor", "");
        assertThat(api.order(sale.id(), alice).outcome()).isEqualTo("409 NOT_OPEN");
    }

    @Test
    void without_an_identity_nothing_is_taken() {
        Sale sale = Sale.of(api, 10);
        for (String path : new String[] {"/seckill/order/status?activityId=" + sale.id(), "/seckill/order/1"}) {
            assertThat(api.get(path).outcome()).isEqualTo("401 UNAUTHENTICATED");
        }
        Reply reply = api.post("/seckill/order?activityId=" + sale.id());
        assertThat(reply.outcome()).isEqualTo("401 UNAUTHENTICATED");
        assertThat(reply.data("reason")).isEqualTo("missing");
        assertThat(reply.header("WWW-Authenticate")).isNotEmpty();
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void an_order_is_followed_from_the_queue_to_its_payment() {
        Sale sale = Sale.of(api, 10, 5);
        String orderId = api.order(sale.id(), alice, 3).data("orderId");
        assertThat(api.order(sale.id(), bob).outcome()).isEqualTo("202 OK");
        Reply queued = api.status(sale.id(), bob);
        assertThat(queued.outcome()).isEqualTo("200 OK");
        assertThat(queued.data("status")).isEqualTo("QUEUED");
        assertThat(queued.data().get("queueAhead").asLong()).isEqualTo(1);
        OffsetDateTime.parse(queued.data("acceptedAt"));
        // An id does not say its activity, and the list of activities may be a second old.
        await().until(() -> api.get("/seckill/order/" + orderId + "?userId=" + alice)
                .outcome()
                .equals("200 OK"));
        assertThat(api.get("/seckill/order/" + orderId + "?userId=" + alice).data("status"))
                .isEqualTo("QUEUED");

        try (RunningWorker worker = RunningWorker.start()) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> api.status(sale.id(), alice).data("status").equals("PENDING_PAYMENT"));
        }
        Reply stored =
                api.get("/seckill/order/status?activityId=" + sale.id() + "&orderId=" + orderId + "&userId=" + alice);
        assertThat(stored.data("orderId")).isEqualTo(orderId);
        assertThat(stored.data().get("quantity").asInt()).isEqualTo(3);
        assertThat(OffsetDateTime.parse(stored.data("payBefore")))
                .isAfter(OffsetDateTime.parse(stored.data("acceptedAt")));
        assertThat(stored.data().has("queueAhead")).isFalse();
        assertThat(stored.data().has("closeReason")).isFalse();
        Reply byId = api.get("/seckill/order/" + orderId + "?userId=" + alice);
        assertThat(byId.outcome()).isEqualTo("200 OK");
        assertThat(byId.data("status")).isEqualTo("PENDING_PAYMENT");
        assertThat(byId.data("activityId")).isEqualTo(Long.toString(sale.id()));
    }

    @Test
    void anothers_order_looks_like_none() {
        Sale sale = Sale.of(api, 10);
        String orderId = api.order(sale.id(), alice).data("orderId");
        Reply others = api.get("/seckill/order/" + orderId + "?userId=" + bob);
        Reply nobodys = api.get("/seckill/order/1?userId=" + bob);
        assertThat(others.outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(others.http().body()).isEqualTo(nobodys.http().body());
        assertThat(api.status(sale.id(), bob).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(api.status(7, bob).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "en-GB", "en-US,en;q=0.9,zh;q=0.1", "de, en;q=0.5"})
    void who_prefers_english_is_answered_in_english(String languages) {
        Sale sale = Sale.of(api, 1);
        long user = alice;
        String target = "/seckill/order?activityId=" + sale.id() + "&userId=" + user;
        assertThat(api.post(target, "Accept-Language", languages).message()).isEqualTo("Queued");
        assertThat(api.post(target, "Accept-Language", languages).message()).isEqualTo("You have an order already");
        assertThat(api.get("/nowhere", "Accept-Language", languages).message())
                .isEqualTo("There is nothing at this address");
        assertThat(api.post("/seckill/order", "Accept-Language", languages).message())
                .isEqualTo("Not signed in: no credentials were sent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zh-CN", "zh", "zh-TW,en;q=0.5", "de", "*", "", "@@@"})
    void everybody_else_is_answered_in_chinese(String languages) {
        assertThat(api.get("/nowhere", "Accept-Language", languages).message()).isEqualTo("地址不存在");
    }

    @Test
    void what_is_told_of_orders_is_never_kept_on_the_way() {
        Sale sale = Sale.of(api, 1);
        Reply reply = api.order(sale.id(), alice);
        assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
        assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
        Reply refused = api.post("/seckill/order");
        assertThat(refused.header("Cache-Control")).isEqualTo("no-store");
        assertThat(refused.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
}
