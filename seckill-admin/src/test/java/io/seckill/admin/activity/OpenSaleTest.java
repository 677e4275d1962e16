package io.seckill.admin.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A sale that is on gets more stock, less, another limit, and is closed: by a program and by a browser. */
class OpenSaleTest {

    private static final String API = "/admin/api/activities";

    private static Console console;
    private static Browser operator;

    @BeforeAll
    static void start() {
        console = Console.start();
        operator = console.operator();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void a_program_changes_the_stock_the_limit_and_closes_the_sale() {
        String id = warm();
        String sale = API + "/" + id;

        JsonNode added = ok(operator.json("POST", sale + "/stock", "{\"units\":20}"));
        assertThat(added.get("activityId").asString()).isEqualTo(id);
        assertThat(added.get("units").asLong()).isEqualTo(20);
        assertThat(added.get("state").asString()).isEqualTo("SETTLED");
        HttpResponse<String> released =
                operator.json("POST", sale + "/stock", "{\"units\":5,\"from\":\"RESERVE\"}", "Accept-Language", "en");
        assertThat(Browser.read(released).get("message").asString()).isEqualTo("5 units were added");
        JsonNode now = ok(operator.get(sale));
        assertThat(now.get("totalStock").asLong()).isEqualTo(120);
        assertThat(now.get("reserved").asLong()).isZero();
        assertThat(now.get("remaining").asLong()).isEqualTo(120);

        HttpResponse<String> tooFew =
                operator.json("POST", sale + "/stock", "{\"units\":-121}", "Accept-Language", "en");
        assertThat(tooFew.statusCode()).isEqualTo(409);
        assertThat(Browser.read(tooFew).get("data").get("unsold").asLong()).isEqualTo(120);
        assertThat(Browser.read(tooFew).get("message").asString()).contains("only 120 units are left to sell");

        JsonNode edited = ok(operator.json("PUT", sale, body(120, 0, 7)));
        assertThat(edited.get("perOrderLimit").asInt()).isEqualTo(7);
        assertThat(operator.json("PUT", sale, body(121, 0, 7)).statusCode()).isEqualTo(409);

        assertThat(ok(operator.json("POST", sale + "/close", "")).get("state").asString())
                .isEqualTo("CLOSED");
        HttpResponse<String> again = operator.json("POST", sale + "/close", "");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(Browser.read(again).get("message").asString()).isEqualTo("活动已关闭");
        assertThat(operator.json("POST", sale + "/stock", "{\"units\":1}").statusCode())
                .isEqualTo(409);
        assertThat(ok(operator.get("/admin/api/monitor?activityId=" + id))
                        .get("problems")
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'{}'; units",
                "'{\"units\":0}'; units",
                "'{\"units\":1.5}'; units",
                "'{\"units\":\"7\"}'; units",
                "'{\"units\":1000000001}'; units",
                "'{\"units\":-9223372036854775808}'; units",
                "'{\"units\":5,\"from\":\"SHELF\"}'; from",
                "'{\"units\":5,\"form\":\"TOTAL\"}'; form"
            })
    void a_change_that_cannot_be_read_names_its_field(String body, String field) {
        HttpResponse<String> answer = operator.json("POST", API + "/" + warm() + "/stock", body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(Browser.read(answer).get("data").get("field").asString()).isEqualTo(field);
    }

    @Test
    void what_is_not_there_or_not_warm_is_refused() {
        String draft = ok(operator.json("POST", API, body(100, 5, 1))).get("id").asString();

        assertThat(operator.json("POST", API + "/999/stock", "{\"units\":1}").statusCode())
                .isEqualTo(404);
        assertThat(operator.json("POST", API + "/999/close", "").statusCode()).isEqualTo(404);
        assertThat(Browser.read(operator.json("POST", API + "/" + draft + "/stock", "{\"units\":1}"))
                        .get("message")
                        .asString())
                .isEqualTo("活动尚未预热");
        assertThat(operator.json("POST", API + "/" + draft + "/close", "").statusCode())
                .isEqualTo(409);
        assertThat(operator.jsonWithoutToken(API + "/" + draft + "/close", "").statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_browser_changes_the_stock_and_asks_before_it_closes() {
        String id = warm();
        assertThat(operator.get("/activities/" + id).body())
                .contains("action=\"/activities/" + id + "/stock\"", "href=\"/activities/" + id + "/close\"");

        assertThat(add(id, "20", "TOTAL")).contains("活动 " + id + "：已增加 20 件库存");
        assertThat(take(id, "3", "RESERVE")).contains("已减少 3 件库存");
        HttpResponse<String> tooMany = operator.form(
                "/activities/" + id + "/stock", Map.of("units", "9", "from", "RESERVE", "direction", "ADD"));
        assertThat(tooMany.statusCode()).isEqualTo(409);
        assertThat(tooMany.body()).contains("预留不足", "value=\"9\"", "value=\"RESERVE\" selected");

        HttpResponse<String> question = operator.get("/activities/" + id + "/close");
        assertThat(question.body()).contains("关闭活动 " + id + "？", "不能撤销", "a &lt;b&gt; sale");
        assertThat(state(id)).isEqualTo("OPEN");
        operator.form("/activities/" + id + "/close", Map.of());
        assertThat(operator.get("/activities/" + id).body())
                .contains("已关闭，不再接受下单")
                .doesNotContain("action=\"/activities/" + id + "/stock\"");
        assertThat(state(id)).isEqualTo("CLOSED");
        assertThat(operator.get("/activities/999/close").statusCode()).isEqualTo(404);
    }

    @Test
    void before_units_are_taken_away_it_is_said_what_will_be_left() {
        String id = warm();
        Browser browser = console.operator();
        String path = "/activities/" + id + "/stock";

        HttpResponse<String> total = browser.form(path, Map.of("units", "30", "from", "TOTAL", "direction", "TAKE"));
        assertThat(total.statusCode()).isEqualTo(200);
        assertThat(total.body()).contains("95 件 → 65 件", "100 件 → 70 件", "30 件将停止出售并从活动中移除", "减少 30 件");
        HttpResponse<String> reserve =
                browser.form(path, Map.of("units", "30", "from", "RESERVE", "direction", "TAKE", "lang", "en"));
        assertThat(reserve.body()).contains("95 units → 65 units", "5 units → 35 units", "join the reserve");
        assertThat(ok(operator.get(API + "/" + id)).get("remaining").asLong()).isEqualTo(95);

        HttpResponse<String> tooMany =
                browser.form(path, Map.of("units", "96", "from", "TOTAL", "direction", "TAKE", "lang", "zh-CN"));
        assertThat(tooMany.statusCode()).isEqualTo(409);
        assertThat(tooMany.body()).contains("剩余可售的只有 95 件", "value=\"96\"");
    }

    @Test
    void units_that_cannot_be_read_stand_at_their_field_again() {
        String id = warm();
        for (String units : List.of("many", "-5", "+5", "0", "1.5")) {
            HttpResponse<String> answer = operator.form(
                    "/activities/" + id + "/stock", Map.of("units", units, "from", "TOTAL", "direction", "TAKE"));
            assertThat(answer.statusCode()).as(units).isEqualTo(400);
            assertThat(answer.body()).contains("须为正整数，增减由按钮决定", "aria-invalid=\"true\"", "value=\"" + units + "\"");
        }
        for (String units : List.of("1000000001", "99999999999", "99999999999999999999")) {
            assertThat(operator.form("/activities/" + id + "/stock", Map.of("units", units, "from", "TOTAL"))
                            .body())
                    .contains("id=\"units-wrong\"", "不能为 0，且不超过 10 亿", "value=\"" + units + "\"");
        }
        assertThat(operator.form("/activities/" + id + "/stock", Map.of("units", "1", "from", "SHELF"))
                        .body())
                .contains("id=\"from-wrong\"", "不在可选范围内");
        assertThat(operator.form("/activities/" + id + "/stock?again", Map.of("units", "12", "from", "RESERVE"))
                        .body())
                .contains("value=\"12\"", "value=\"RESERVE\" selected");
    }

    private static String add(String id, String units, String from) {
        return press(id, units, from, "ADD");
    }

    private static String take(String id, String units, String from) {
        return press(id, units, from, "TAKE");
    }

    private static String press(String id, String units, String from, String direction) {
        operator.form(
                "/activities/" + id + "/stock",
                Map.of("units", units, "from", from, "direction", direction, "confirmed", "yes"));
        return operator.get("/activities/" + id).body();
    }

    private static String state(String id) {
        return console.mysql().queryForObject("SELECT state FROM seckill_activity WHERE id = " + id, String.class);
    }

    private static String warm() {
        String id = ok(operator.json("POST", API, body(100, 5, 1))).get("id").asString();
        ok(operator.json("POST", API + "/" + id + "/warm-up", ""));
        return id;
    }

    private static String body(long total, long reserved, int limit) {
        return "{\"name\":\"a <b> sale\",\"totalStock\":" + total + ",\"reserved\":" + reserved
                + ",\"perOrderLimit\":" + limit
                + ",\"startTime\":\"2098-05-01T10:00:00+08:00\",\"endTime\":\"2098-05-01T12:00:00+08:00\"}";
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Browser.read(answer).get("data");
    }
}
