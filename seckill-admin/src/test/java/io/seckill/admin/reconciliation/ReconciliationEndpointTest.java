package io.seckill.admin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;

/** Reconciliation on demand, and its reports, over REST. */
class ReconciliationEndpointTest {

    private static final String API = "/admin/api/reconciliation";

    private static Console console;
    private static Browser program;
    private static StringRedisTemplate redis;

    @BeforeAll
    static void start() {
        console = Console.start(Map.of("seckill.reconcile.confirm-after", "50ms"));
        program = console.operator();
        redis = console.bean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void a_sale_is_reconciled_on_demand_and_its_reports_are_listed() {
        long id = draft();
        console.bean(WarmUpService.class).warmUp(id, "operator");
        assertThat(ok(program.get(API + "?activityId=" + id)).isEmpty()).isTrue();
        JsonNode clean = ok(run(id));
        assertThat(clean.get("activityId").asString()).isEqualTo(Long.toString(id));
        assertThat(clean.get("consistent").asBoolean()).isTrue();

        redis.opsForHash().put(RedisKeys.claims(id), "42", "9000000000000000001|1|0|1767225600000|1");
        HttpResponse<String> answer = run(id);

        assertThat(Browser.read(answer).get("message").asString()).isEqualTo("1 finding needs somebody to look at it");
        JsonNode finding = ok(answer).get("findings").get(0);
        assertThat(finding.get("kind").asString()).isEqualTo("PAID_ORDER_LOST");
        assertThat(finding.get("orderId").isString()).isTrue();
        assertThat(finding.get("orderId").asString()).isEqualTo("9000000000000000001");
        assertThat(finding.get("userId").asString()).isEqualTo("42");
        assertThat(finding.get("repaired").asBoolean()).isFalse();
        JsonNode reports = ok(program.get(API + "?activityId=" + id));
        assertThat(reports.size()).isEqualTo(2);
        assertThat(reports.get(0).get("findings").size()).isEqualTo(1);
        assertThat(reports.get(1).get("findings").isEmpty()).isTrue();

        redis.opsForHash().put(RedisKeys.activity(id), "openFor", "");
        assertThat(ok(run(id)).get("gated").asBoolean()).isTrue();
        assertThat(ok(program.get(API + "?activityId=" + id)).size()).isEqualTo(2);
    }

    @Test
    void what_cannot_be_compared_is_refused() {
        refused(
                run(draft()),
                409,
                "INVALID_STATE",
                "the activity is not warm, or archived: there is nothing to compare");
        refused(program.json("POST", API + "/run?activityId=999", ""), 404, "ACTIVITY_NOT_FOUND", null);
        refused(program.get(API + "?activityId=999"), 404, "ACTIVITY_NOT_FOUND", null);
        refused(program.get(API), 400, "INVALID_ARGUMENT", null);
        refused(program.get(API + "/run?activityId=999"), 405, "METHOD_NOT_ALLOWED", null);
        refused(program.jsonWithoutToken(API + "/run?activityId=999", ""), 403, "FORBIDDEN", null);
    }

    private static HttpResponse<String> run(long id) {
        return program.json("POST", API + "/run?activityId=" + id, "", "Accept-Language", "en");
    }

    private static void refused(HttpResponse<String> answer, int status, String code, String message) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo(code);
        if (message != null) {
            assertThat(Browser.read(answer).get("message").asString()).isEqualTo(message);
        }
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Browser.read(answer).get("data");
    }

    private static long draft() {
        Instant now = Clock.systemUTC().instant();
        return console.bean(ActivityEditor.class)
                .create(new ActivityDraft("a sale", 10, 0, 1, now.minusSeconds(60), now.plusSeconds(3600)), "operator")
                .id();
    }
}
