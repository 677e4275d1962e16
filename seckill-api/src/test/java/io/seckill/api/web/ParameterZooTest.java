package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every spelling that Spring, Tomcat or Lua would take for a number and that is none here. Nothing of it sells. */
class ParameterZooTest {

    private final RunningApi api = RunningApi.standard();
    private final Sale sale = Sale.of(api, 10, 5);
    private final long user = Users.next();

    @AfterEach
    void nothing_was_touched() {
        assertThat(sale.redisStock()).isEqualTo("10");
        assertThat(sale.queued()).isZero();
        assertThat(sale.inRedis("seq")).isEqualTo("0");
    }

    /** As they stand in the query: %2B is +, %20 a space, %EF%BC%91 a full-width and %D9%A1 an Arabic 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "-0",
                "%2B7",
                "+7",
                "%207",
                "7%20",
                "1%202",
                "007",
                "0x10",
                "0X10",
                "%23A",
                "1e3",
                "1.0",
                "1,000",
                "1_000",
                "7L",
                "NaN",
                "null",
                "true",
                "%EF%BC%91",
                "%D9%A1",
                "%0A7",
                "7%0D%0A",
                "7%00",
                "%00",
                "9223372036854775808",
                "99999999999999999999",
                "18446744073709551617",
                "7:8",
                "7;8",
                "7%7C8",
                "%257",
                "%E2%80%8B7",
                "activity",
                "%22%3E%3Cscript%3E"
            })
    void an_id_that_is_not_canonical_is_refused_by_name(String text) {
        String sound = "activityId=" + sale.id() + "&userId=" + user;
        assertRefused(api.post("/seckill/order?activityId=" + text + "&userId=" + user), "activityId", "not_an_id");
        assertRefused(
                api.get("/seckill/order/status?activityId=" + text + "&userId=" + user), "activityId", "not_an_id");
        assertRefused(api.get("/seckill/order/status?" + sound + "&orderId=" + text), "orderId", "not_an_id");
        Reply nobody = api.post("/seckill/order?activityId=" + sale.id() + "&userId=" + text);
        assertThat(nobody.outcome()).isEqualTo("401 UNAUTHENTICATED");
        assertThat(nobody.data("reason")).isEqualTo("subject");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "-5",
                "%2B1",
                "%201",
                "1%202",
                "01",
                "0x1",
                "1e0",
                "1.0",
                "%EF%BC%91",
                "10000",
                "2147483648",
                "4294967297",
                "99999999999999999999",
                "nan",
                "inf"
            })
    void a_quantity_that_is_none_is_refused_by_name(String text) {
        Reply reply = api.post("/seckill/order?activityId=" + sale.id() + "&userId=" + user + "&quantity=" + text);
        assertRefused(reply, "quantity", "out_of_range");
        assertThat(reply.message()).contains("1").contains("9999");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "20001", "1s", "00", "%200", "1e3", "99999999999999999999"})
    void a_wait_that_is_none_is_refused_by_name(String text) {
        assertRefused(
                api.get("/seckill/order/status?activityId=" + sale.id() + "&userId=" + user + "&waitMs=" + text),
                "waitMs",
                "out_of_range");
    }

    @ParameterizedTest
    @CsvSource({
        "activityId=1&activityId=1, activityId, repeated",
        "activityId=1&activityId=2, activityId, repeated",
        "activityId=1&quantity=1&quantity=1, quantity, repeated",
        "activityId=1&quantity, quantity, out_of_range",
        "quantity=1, activityId, missing",
        "activityId=1&color=red, color, unknown",
        "activityId=1&ActivityId=1, ActivityId, unknown",
        "activityId=1&orderId=1, orderId, unknown",
        "activityId=1&%0d%0aSet-Cookie=1, ?, unknown",
        "activityId=1&%3Cscript%3E=1, ?, unknown",
        "activityId=1&activityId%00=1, ?, unknown"
    })
    void a_set_of_parameters_that_is_not_the_calls_own_is_refused(String query, String field, String reason) {
        assertRefused(api.post("/seckill/order?userId=" + user + "&" + query), field, reason);
    }

    @Test
    void the_user_given_twice_is_refused() {
        assertRefused(
                api.post("/seckill/order?activityId=" + sale.id() + "&userId=" + user + "&userId=" + user),
                "userId",
                "repeated");
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 5000 / 12})
    void more_than_twenty_parameters_are_not_even_read(int count) {
        String query = IntStream.range(0, count).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));
        assertRefused(api.post("/seckill/order?" + query), "query", "too_many");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "007", "0x10", "-1", "abc", "9223372036854775808", "1.0", "1,2"})
    void an_id_in_the_path_is_read_as_strictly(String text) {
        assertRefused(api.get("/seckill/order/" + text + "?userId=" + user), "orderId", "not_an_id");
        assertRefused(api.get("/seckill/activities/" + text), "id", "not_an_id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/seckill/order;x=1",
                "/seckill;x=1/order",
                "/seckill/orde%72",
                "/%73eckill/order",
                "/seckill/order%3Bx=1",
                "/seckill/%2e%2e/seckill/order",
                "/seckill/order%00"
            })
    void a_path_has_one_spelling(String path) {
        Reply reply = api.post(path + "?activityId=" + sale.id() + "&userId=" + user);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("INVALID_ARGUMENT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/seckill/order/", "//seckill/order", "/seckill//order", "/SECKILL/ORDER", "/seckill/order.json"
            })
    void neighbours_of_a_path_are_not_the_path(String path) {
        Reply reply = api.post(path + "?activityId=" + sale.id() + "&userId=" + user);
        assertThat(reply.outcome()).isEqualTo("404 NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded, 415 UNSUPPORTED_MEDIA_TYPE",
        "application/json, 415 UNSUPPORTED_MEDIA_TYPE",
        "multipart/form-data; boundary=x, 415 UNSUPPORTED_MEDIA_TYPE",
        ", 400 INVALID_ARGUMENT"
    })
    void a_body_is_refused_whatever_it_is(String type, String outcome) {
        String query = "?activityId=" + sale.id() + "&userId=" + user;
        BodyPublisher known = BodyPublishers.ofString("activityId=" + sale.id());
        BodyPublisher chunked = BodyPublishers.fromPublisher(BodyPublishers.ofString("quantity=1"));
        String[] headers = type == null ? new String[0] : new String[] {"Content-Type", type};
        assertThat(api.send(api.request("/seckill/order" + query, headers)
                                .POST(known)
                                .build())
                        .outcome())
                .isEqualTo(outcome);
        assertThat(api.send(api.request("/seckill/order" + query, headers)
                                .POST(chunked)
                                .build())
                        .outcome())
                .isEqualTo(outcome);
        assertThat(api.send(api.request("/seckill/order/status" + query, headers)
                                .method("GET", known)
                                .build())
                        .outcome())
                .isEqualTo(outcome);
    }

    @Test
    void a_large_body_is_refused_by_its_length() {
        Reply reply = api.send(api.request("/seckill/order?activityId=" + sale.id() + "&userId=" + user)
                .POST(BodyPublishers.ofByteArray(new byte[5000]))
                .build());
        assertThat(reply.outcome()).isEqualTo("413 PAYLOAD_TOO_LARGE");
    }

    private static void assertRefused(Reply reply, String field, String reason) {
        assertThat(reply.outcome()).as(reply.http().body()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(reply.data("field")).isEqualTo(field);
        assertThat(reply.data("reason")).isEqualTo(reason);
        assertThat(reply.message()).contains(field);
    }
}
