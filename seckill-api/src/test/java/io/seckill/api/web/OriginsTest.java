package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which other sites' pages may call. */
class OriginsTest {

    private static final String SHOP = "https://shop.example";
    private static final String STRANGER = "https://evil.example";

    private static RunningApi api;

    private final Sale sale = Sale.of(RunningApi.standard(), 10);
    private final String order = "/seckill/order?activityId=" + sale.id() + "&userId=" + Users.next();

    @BeforeAll
    static void start() {
        api = RunningApi.start("seckill.cors.allowed-origins", SHOP + ",http://localhost:3000");
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void a_page_of_an_origin_on_the_list_may_ask_call_and_read() {
        Reply asked = preflight(api, SHOP);
        assertThat(asked.status()).isEqualTo(204);
        assertThat(asked.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(asked.header("Access-Control-Allow-Methods")).isEqualTo("GET, POST");
        assertThat(asked.header("Access-Control-Allow-Headers")).contains("Authorization", "X-Seckill-Token");
        assertThat(asked.header("Access-Control-Allow-Credentials")).isEmpty();
        Reply placed = api.post(order, "Origin", SHOP, "Sec-Fetch-Site", "cross-site");
        assertThat(placed.outcome()).isEqualTo("202 OK");
        assertThat(placed.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
        assertThat(placed.header("Vary")).isEqualTo("Origin");
    }

    @Test
    void a_page_of_any_other_origin_may_neither_read_nor_change() {
        assertThat(preflight(api, STRANGER).outcome()).isEqualTo("403 FORBIDDEN");
        Reply read = api.get("/seckill/activities", "Origin", STRANGER, "Sec-Fetch-Site", "cross-site");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.header("Access-Control-Allow-Origin")).isEmpty();
        Reply placed = api.post(order, "Origin", STRANGER, "Sec-Fetch-Site", "cross-site");
        assertThat(placed.outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(placed.data("reason")).isEqualTo("origin");
        assertThat(api.post(order, "Origin", "null", "Sec-Fetch-Site", "cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void a_browser_that_says_less_is_judged_by_what_it_says() {
        assertThat(api.post(order, "Origin", STRANGER).outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(api.post(order, "Origin", "null").outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(api.post(order, "Sec-Fetch-Site", "same-site").outcome()).isEqualTo("403 FORBIDDEN");
        assertThat(sale.redisStock()).isEqualTo("10");
        String own = "http://127.0.0.1:" + api.port();
        assertThat(api.post(order + "&quantity=0", "Origin", "null", "Sec-Fetch-Site", "same-origin")
                        .outcome())
                .as("a page of this site that keeps its address to itself")
                .isEqualTo("400 INVALID_ARGUMENT");
        assertThat(api.post(order, "Origin", own, "Sec-Fetch-Site", "same-origin")
                        .outcome())
                .isEqualTo("202 OK");
    }

    @Test
    void a_page_on_the_list_can_read_the_refusal_of_a_second_spelling() {
        Reply reply = api.post("/seckill/order;x=1", "Origin", SHOP);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.header("Access-Control-Allow-Origin")).isEqualTo(SHOP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example.evil.example",
                "https://evilshop.example",
                "http://shop.example",
                "https://shop.example:444",
                "https://SHOP.example",
                "https://shop.example/"
            })
    void an_origin_that_looks_like_one_on_the_list_is_another(String origin) {
        assertThat(preflight(api, origin).outcome()).isEqualTo("403 FORBIDDEN");
    }

    @Test
    void as_delivered_no_other_site_may_call() {
        assertThat(preflight(RunningApi.standard(), SHOP).outcome()).isEqualTo("403 FORBIDDEN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "null",
                "shop.example",
                "https://shop.example/",
                "https://*.example",
                "ftp://shop.example",
                ""
            })
    void a_list_that_cannot_be_meant_is_refused(String origin) {
        assertThatThrownBy(() -> new CorsProperties(List.of(origin))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void every_answer_tells_browsers_to_keep_their_hands_off() {
        for (Reply reply :
                List.of(api.get("/seckill/activities"), api.get("/nowhere"), api.post("/seckill/order;x=1"))) {
            assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(reply.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(reply.header("Content-Security-Policy")).contains("default-src 'none'");
            assertThat(reply.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(reply.header("Server")).isEmpty();
        }
        assertThat(api.get("/seckill/activities").header("Cache-Control")).isEqualTo("no-store");
    }

    private static Reply preflight(RunningApi asked, String origin) {
        return asked.send(asked.request(
                        "/seckill/order",
                        "Origin",
                        origin,
                        "Access-Control-Request-Method",
                        "POST",
                        "Access-Control-Request-Headers",
                        "authorization")
                .method("OPTIONS", BodyPublishers.noBody())
                .build());
    }
}
