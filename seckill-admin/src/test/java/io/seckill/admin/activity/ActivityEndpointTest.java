package io.seckill.admin.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Activities and the monitor over REST. */
class ActivityEndpointTest {

    private static final String API = "/admin/api/activities";

    private static Console console;
    private static Browser program;

    @BeforeAll
    static void start() {
        console = Console.start();
        program = console.operator();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void an_activity_is_created_edited_warmed_up_once_and_watched() {
        JsonNode created = ok(program.json("POST", API, sale("100")));
        String id = created.get("id").asString();
        assertThat(created.get("id").isString()).isTrue();
        assertThat(created.get("startTime").asString()).isEqualTo("2098-05-01T02:00:00Z");
        assertThat(created.get("state").asString()).isEqualTo("DRAFT");
        assertThat(created.get("remaining").isNull()).isTrue();

        assertThat(ok(program.json("PUT", API + "/" + id, sale("80")))
                        .get("totalStock")
                        .asLong())
                .isEqualTo(80);

        JsonNode warmed = ok(program.json("POST", API + "/" + id + "/warm-up", ""));
        assertThat(warmed.get("units").asLong()).isEqualTo(80);
        assertThat(warmed.get("gateOpen").asBoolean()).isTrue();

        HttpResponse<String> again = program.json("POST", API + "/" + id + "/warm-up", "");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(Browser.read(again).get("code").asString()).isEqualTo("ALREADY_WARM");
        assertThat(program.json("PUT", API + "/" + id, sale("90")).statusCode()).isEqualTo(409);

        JsonNode now = ok(program.get(API + "/" + id));
        assertThat(now.get("remaining").asLong()).isEqualTo(80);
        assertThat(now.get("state").asString()).isEqualTo("OPEN");
        JsonNode listing = ok(program.get(API));
        assertThat(listing.get("serverTime").asString()).endsWith("Z");
        assertThat(listing.get("activities").findValuesAsString("id")).contains(id);

        JsonNode monitor = ok(program.get("/admin/api/monitor?activityId=" + id));
        assertThat(monitor.get("activityId").asString()).isEqualTo(id);
        assertThat(monitor.get("atRest").asBoolean()).isTrue();
        assertThat(monitor.get("problems").isEmpty()).isTrue();
        assertThat(monitor.get("redis").get("stock").asLong()).isEqualTo(80);
        assertThat(monitor.get("mysql").get("stock").asLong()).isEqualTo(80);
        assertThat(monitor.get("queue").get("queued").asLong()).isZero();
    }

    @Test
    void an_edit_may_say_what_it_was_made_from_and_a_draft_is_deleted() {
        JsonNode created = ok(program.json("POST", API, sale("100")));
        String one = API + "/" + created.get("id").asString();
        String seen = created.get("version").asString();
        String edit = sale("80").replaceFirst("\\{", "{\"version\":\"" + seen + "\",");
        assertThat(ok(program.json("PUT", one, edit)).get("version").asString()).isNotEqualTo(seen);

        HttpResponse<String> late = program.json("PUT", one, edit, "Accept-Language", "en");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(Browser.read(late).get("data").get("reason").asString()).isEqualTo("edited-meanwhile");
        assertThat(Browser.read(late).get("message").asString()).contains("somebody else has changed");

        assertThat(ok(program.json("POST", one + "/delete", "")).get("state").asString())
                .isEqualTo("DELETED");
        assertThat(program.get(one).statusCode()).isEqualTo(404);
    }

    @Test
    void a_sale_is_rebuilt_on_demand_and_a_draft_is_not() {
        String id = ok(program.json("POST", API, sale("80"))).get("id").asString();
        assertThat(program.json("POST", API + "/" + id + "/rebuild", "").statusCode())
                .isEqualTo(409);
        ok(program.json("POST", API + "/" + id + "/warm-up", ""));

        JsonNode rebuilt = ok(program.json("POST", API + "/" + id + "/rebuild", ""));

        assertThat(rebuilt.get("activityId").asString()).isEqualTo(id);
        assertThat(rebuilt.get("remaining").asLong()).isEqualTo(80);
        JsonNode monitor = ok(program.get("/admin/api/monitor?activityId=" + id));
        assertThat(monitor.get("problems").isEmpty()).isTrue();
    }

    @Test
    void an_activity_without_stock_is_refused() {
        String id = ok(program.json("POST", API, sale("0"))).get("id").asString();

        HttpResponse<String> answer = program.json("POST", API + "/" + id + "/warm-up", "", "Accept-Language", "en");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo("STOCK_NOT_CONFIGURED");
        assertThat(Browser.read(answer).get("message").asString()).isEqualTo("The activity has no stock configured");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'{}'; name",
                "'not json'; body",
                "''; body",
                "'[]'; body",
                "'{\"name\":\"a\",\"totalStock\":\"7\"}'; totalStock",
                "'{\"name\":\"a\",\"totalStock\":1.9}'; totalStock",
                "'{\"name\":\"a\",\"totalStock\":true}'; totalStock",
                "'{\"name\":\"a\",\"totalStock\":99999999999999999999}'; totalStock",
                "'{\"name\":\"a\",\"totalStock\":5,\"perOrderLimit\":4294967297}'; perOrderLimit",
                "'{\"name\":\"a\",\"totalStock\":5,\"startTime\":\"2098-05-01 10:00\"}'; startTime",
                "'{\"name\":\"a\",\"totalStock\":5,\"startTime\":\"2098-05-01T10:00:00\"}'; startTime",
                "'{\"name\":\"a\",\"totalStock\":5,\"stok\":5}'; stok",
                "'{\"name\":\"a\",\"totalStock\":5,\"startTime\":\"2098-05-01T10:00:00Z\"}'; endTime"
            })
    void a_body_that_cannot_be_read_to_the_letter_names_its_field(String body, String field) {
        HttpResponse<String> answer = program.json("POST", API, body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo("INVALID_ARGUMENT");
        assertThat(Browser.read(answer).get("data").get("field").asString()).isEqualTo(field);
        assertThat(answer.body()).doesNotContain("Exception", "jackson");
    }

    @ParameterizedTest
    @CsvSource({
        "/admin/api/activities/999,              404, ACTIVITY_NOT_FOUND",
        "/admin/api/activities/0x10,             400, INVALID_ARGUMENT",
        "/admin/api/activities/007,              400, INVALID_ARGUMENT",
        "/admin/api/activities/%EF%BC%91,        400, INVALID_ARGUMENT",
        "/admin/api/monitor,                     400, INVALID_ARGUMENT",
        "/admin/api/monitor?activityId=,         400, INVALID_ARGUMENT",
        "/admin/api/monitor?activityId=1+2,      400, INVALID_ARGUMENT",
        "/admin/api/monitor?activityId=7&activityId=8, 400, INVALID_ARGUMENT",
        "/admin/api/monitor?activityId=999,      404, ACTIVITY_NOT_FOUND",
        "/admin/api/nothing,                     404, NOT_FOUND",
        "/admin/api/activities/7/warm-up,        405, METHOD_NOT_ALLOWED",
        "/admin/api/activities/7;x=1,            400, INVALID_ARGUMENT"
    })
    void what_cannot_be_asked_is_told_in_the_envelope(String path, int status, String code) {
        HttpResponse<String> answer = program.get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).get().asString().startsWith("application/json");
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo(code);
        assertThat(Browser.read(answer).get("message").asString()).isNotBlank().doesNotContain("{0}");
    }

    @Test
    void a_body_of_another_type_is_refused() {
        HttpResponse<String> answer = program.form(
                API,
                java.util.Map.of("name", "a"),
                Browser.token(program.get("/activities").body()));

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void whoever_wants_no_json_is_told_so_in_json() {
        HttpResponse<String> answer = program.get(API, "Accept", "text/html");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Browser.read(answer).get("data").get("field").asString()).isEqualTo("Accept");
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode body = Browser.read(answer);
        assertThat(body.get("code").asString()).isEqualTo("OK");
        return body.get("data");
    }

    private static String sale(String stock) {
        return "{\"name\":\"a sale\",\"totalStock\":" + stock
                + ",\"startTime\":\"2098-05-01T10:00:00+08:00\",\"endTime\":\"2098-05-01T12:00:00+08:00\"}";
    }
}
