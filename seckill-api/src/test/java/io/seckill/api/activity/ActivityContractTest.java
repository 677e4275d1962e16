package io.seckill.api.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ActivityContractTest {

    private static final Duration LAG = Duration.ofSeconds(10);

    private final RunningApi api = RunningApi.standard();

    @Test
    void an_activity_is_shown_with_its_window_its_stock_and_the_servers_clock() {
        Instant start = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        Sale sale = Sale.of(api, 10, 3, start, start.plusSeconds(3600));
        Reply reply = shown(sale);
        assertThat(reply.outcome()).isEqualTo("200 OK");
        assertThat(reply.data().get("id").isString()).isTrue();
        assertThat(reply.data("id")).isEqualTo(Long.toString(sale.id()));
        assertThat(reply.data("name")).isEqualTo("秒杀 " + sale.id());
        assertThat(OffsetDateTime.parse(reply.data("startTime")).toInstant()).isEqualTo(start);
        assertThat(OffsetDateTime.parse(reply.data("endTime")).toInstant()).isEqualTo(start.plusSeconds(3600));
        assertThat(reply.data().get("perOrderLimit").asInt()).isEqualTo(3);
        assertThat(reply.data("state")).isEqualTo("OPEN");
        assertThat(reply.data().get("remaining").asLong()).isEqualTo(10);
        assertThat(OffsetDateTime.parse(reply.data("serverTime")).toInstant())
                .isBetween(start, Instant.now().plusSeconds(5));
    }

    @Test
    void what_remains_follows_the_sale() {
        Sale sale = Sale.of(api, 10, 3);
        assertThat(api.order(sale.id(), Users.next(), 3).outcome()).isEqualTo("202 OK");
        await().atMost(LAG)
                .untilAsserted(() -> assertThat(shown(sale).data("remaining")).isEqualTo("7"));
    }

    @Test
    void a_draft_is_not_told_before_its_warm_up_and_its_order_call_says_not_started() {
        Instant now = Instant.now();
        Sale draft = Sale.draft(api, 10, 1, now, now.plusSeconds(60));
        // Made after the draft, so a list that has it would have both.
        shown(Sale.of(api, 10));

        assertThat(api.get("/seckill/activities/" + draft.id()).outcome()).isEqualTo("404 ACTIVITY_NOT_FOUND");
        assertThat(api.get("/seckill/activities").data().get("activities").valueStream())
                .noneMatch(activity -> activity.get("id").asString().equals(Long.toString(draft.id())));
        assertThat(api.order(draft.id(), Users.next(), 1).outcome()).isEqualTo("409 NOT_STARTED");
    }

    @Test
    void the_list_holds_the_same_and_the_clock_once() {
        Sale sale = Sale.of(api, 10);
        shown(sale);
        Reply reply = api.get("/seckill/activities");
        assertThat(reply.outcome()).isEqualTo("200 OK");
        OffsetDateTime.parse(reply.data("serverTime"));
        JsonNode listed = reply.data()
                .get("activities")
                .valueStream()
                .filter(activity -> activity.get("id").asString().equals(Long.toString(sale.id())))
                .findFirst()
                .orElseThrow();
        assertThat(listed.get("remaining").asLong()).isEqualTo(10);
        assertThat(listed.has("serverTime")).isFalse();
    }

    @Test
    void an_unknown_activity_is_not_found_and_nothing_else_may_be_asked() {
        assertThat(api.get("/seckill/activities/7").outcome()).isEqualTo("404 ACTIVITY_NOT_FOUND");
        assertThat(api.get("/seckill/activities/7", "Accept-Language", "en").message())
                .isEqualTo("There is no such activity");
        assertThat(api.get("/seckill/activities?page=1").outcome()).isEqualTo("400 INVALID_ARGUMENT");
    }

    /** The catalog may be a second behind. */
    private Reply shown(Sale sale) {
        return await().atMost(LAG)
                .until(() -> api.get("/seckill/activities/" + sale.id()), reply -> reply.status() == 200);
    }
}
