package io.seckill.admin.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.JsonNode;

/** Dead letters, the orders behind them, and who settled them, over REST. */
class LettersTest {

    private static final String API = "/admin/api/dead-letters";

    private static Console console;
    private static Browser operator;
    private static StringRedisTemplate redis;

    @BeforeAll
    static void start() {
        console = Console.start();
        operator = console.operator();
        redis = console.bean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void a_letter_is_replayed_into_its_queue_once_under_the_operator_s_name() {
        String order = Change.letter(console);
        long activity = Long.parseLong(order.substring(1));

        JsonNode shown = ok(operator.get(API + "/" + order));
        assertThat(shown.get("id").asString()).isEqualTo(order);
        assertThat(shown.get("state").asString()).isEqualTo("OPEN");
        assertThat(shown.get("reason").asString()).isEqualTo("no luck");
        assertThat(shown.get("payloadEncoding").asString()).isEqualTo("text");
        assertThat(shown.get("payload").asString()).startsWith("1|" + order + "|");

        HttpResponse<String> answer = operator.json("POST", API + "/" + order + "/replay", "");
        assertThat(ok(answer).get("state").asString()).isEqualTo("REPLAYED");
        assertThat(Browser.read(answer).get("message").asString()).isEqualTo("已放回队列");
        assertThat(redis.opsForList().range(RedisKeys.queue(activity), 0, -1))
                .singleElement()
                .asString()
                .startsWith("1|" + order + "|");

        for (String deed : new String[] {"replay", "void"}) {
            HttpResponse<String> again = operator.json("POST", API + "/" + order + "/" + deed, "");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(Browser.read(again).get("code").asString()).isEqualTo("INVALID_STATE");
            assertThat(Browser.read(again).get("message").asString()).isEqualTo("该死信已在重放，未做任何改动");
            assertThat(Browser.read(again).get("data").get("why").asString()).isNotBlank();
        }
        assertThat(redis.opsForList().size(RedisKeys.queue(activity))).isEqualTo(1);
        assertThat(deeds(order))
                .containsExactly(
                        "operator REPLAY_DEAD_LETTER", "operator REPLAY_DEAD_LETTER", "operator REPLAY_REFUSED");
    }

    @Test
    void a_voided_letter_leaves_a_cancelled_order_that_is_found_by_id_and_by_user() {
        String order = Change.letter(console);

        JsonNode waiting = ok(operator.get("/admin/api/orders?userId=42&activityId=" + order.substring(1)));
        assertThat(waiting).hasSize(1);
        assertThat(waiting.get(0).get("status").asString()).isEqualTo("PROCESSING");
        assertThat(ok(operator.get("/admin/api/orders?orderId=" + order))).isEmpty();

        assertThat(ok(operator.json("POST", API + "/" + order + "/void", ""))
                        .get("state")
                        .asString())
                .isEqualTo("VOIDED");

        JsonNode stored = ok(operator.get("/admin/api/orders?orderId=" + order));
        assertThat(stored).hasSize(1);
        assertThat(stored.get(0).get("orderId").isString()).isTrue();
        assertThat(stored.get(0).get("userId").asString()).isEqualTo("42");
        assertThat(stored.get(0).get("status").asString()).isEqualTo("CANCELLED");
        assertThat(stored.get(0).get("closeReason").asString()).isEqualTo("VOIDED");
        assertThat(operator.json("POST", API + "/" + order + "/void", "", "Accept-Language", "en")
                        .body())
                .contains("this dead letter was given up");
        assertThat(deeds(order)).containsExactly("operator VOID_DEAD_LETTER");
    }

    @Test
    void a_letter_that_cannot_be_voided_says_why_and_stays_open() {
        String order = Change.letter(console);
        console.mysql()
                .update(
                        "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                                + " created_at) VALUES (?, ?, 42, 1, 0, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                        order,
                        order.substring(1));

        HttpResponse<String> answer = operator.json("POST", API + "/" + order + "/void", "");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(Browser.read(answer).get("data").get("reason").asString()).isEqualTo("letter-unfit");
        assertThat(Browser.read(answer).get("data").get("why").asString()).contains("is stored and lives");
        assertThat(ok(operator.get(API + "/" + order)).get("state").asString()).isEqualTo("OPEN");
        assertThat(deeds(order)).isEmpty();
    }

    @Test
    void letters_are_listed_newest_first_page_by_page_and_by_state_and_activity() {
        List<String> buried = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            buried.add(0, Change.letter(console));
        }
        List<String> seen = new ArrayList<>();
        String next = "";
        for (int page = 0; page < 2; page++) {
            JsonNode data = ok(operator.get(API + "?state=OPEN&limit=2" + next));
            data.get("letters").forEach(letter -> seen.add(letter.get("id").asString()));
            next = "&before=" + data.get("next").asString();
        }
        assertThat(seen).isEqualTo(buried.subList(0, 4));

        String one = buried.get(2);
        JsonNode ofOne = ok(operator.get(API + "?activityId=" + one.substring(1)));
        assertThat(ofOne.get("letters")).hasSize(1);
        assertThat(ofOne.get("next").isNull()).isTrue();
        assertThat(ok(operator.get(API + "?state=VOIDED&activityId=" + one.substring(1)))
                        .get("letters"))
                .isEmpty();
    }

    @Test
    void bytes_that_are_no_text_come_as_base64_and_long_ones_are_cut_in_the_list_only() {
        String order = Change.letter(console);
        byte[] raw = new byte[10_000];
        raw[0] = (byte) 0xFF;
        console.mysql().update("UPDATE seckill_dead_letter SET raw = ? WHERE message_id = ?", raw, order);

        JsonNode listed = ok(operator.get(API + "?limit=1")).get("letters").get(0);
        JsonNode whole = ok(operator.get(API + "/" + order));

        assertThat(listed.get("payloadEncoding").asString()).isEqualTo("base64");
        assertThat(listed.get("payloadBytes").asInt()).isEqualTo(10_000);
        assertThat(Base64.getDecoder().decode(listed.get("payload").asString())).hasSize(4096);
        assertThat(Base64.getDecoder().decode(whole.get("payload").asString())).isEqualTo(raw);
    }

    @Test
    void an_unknown_letter_is_not_found() {
        for (HttpResponse<String> answer : List.of(
                operator.get(API + "/9"),
                operator.json("POST", API + "/9/replay", ""),
                operator.json("POST", API + "/9/void", ""))) {
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(Browser.read(answer).get("code").asString()).isEqualTo("NOT_FOUND");
        }
    }

    @Test
    void a_user_s_orders_of_all_activities_come_newest_first_page_by_page() {
        for (int i = 0; i < 3; i++) {
            console.mysql()
                    .update(
                            "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch,"
                                    + " accepted_at, created_at) VALUES (?, ?, 77, 1, 1, 1, 1, UTC_TIMESTAMP(3),"
                                    + " UTC_TIMESTAMP(3))",
                            9_000_000_000_000_000_000L + i,
                            Change.created(console, false));
        }

        JsonNode first = ok(operator.get("/admin/api/orders?userId=77&limit=2"));
        assertThat(first).hasSize(2);
        assertThat(first.get(0).get("orderId").asString()).isEqualTo("9000000000000000002");
        assertThat(ok(operator.get("/admin/api/orders?userId=77&limit=2&before=9000000000000000001")))
                .hasSize(1);
        assertThat(ok(operator.get("/admin/api/orders?userId=78"))).isEmpty();
    }

    @Test
    void the_audit_log_is_read_newest_first_page_by_page_and_by_subject_and_actor() {
        String name = "<script>alert(1)</script>";
        JsonNode created = ok(
                operator.json(
                        "POST",
                        "/admin/api/activities",
                        "{\"name\":\"" + name
                                + "\",\"totalStock\":1,\"startTime\":\"2099-01-01T00:00:00Z\",\"endTime\":\"2099-01-02T00:00:00Z\"}"));
        String subject = "activity:" + created.get("id").asString();
        operator.json("POST", "/admin/api/activities/" + created.get("id").asString() + "/warm-up", "");
        Browser viewer = console.viewer();

        JsonNode data = ok(viewer.get("/admin/api/audit?limit=2&subject=" + subject));
        assertThat(data.get("entries")).hasSize(2);
        JsonNode newest = data.get("entries").get(0);
        assertThat(newest.get("action").asString()).isEqualTo("FINISH_WARM_UP");
        assertThat(newest.get("actor").asString()).isEqualTo("operator");
        assertThat(newest.get("id").isString()).isTrue();
        JsonNode oldest = ok(viewer.get("/admin/api/audit?actor=operator&subject=" + subject + "&limit=2&before="
                        + data.get("next").asString()))
                .get("entries");
        assertThat(oldest).hasSize(1);
        assertThat(oldest.get(0).get("action").asString()).isEqualTo("CREATE_ACTIVITY");
        assertThat(oldest.get(0).get("before").isNull()).isTrue();
        assertThat(oldest.get(0).get("after").asString()).contains(name);
        assertThat(ok(viewer.get("/admin/api/audit?actor=nobody")).get("entries"))
                .isEmpty();

        String page = viewer.get("/audit?limit=2&subject=" + subject).body();
        assertThat(page)
                .contains("审计日志", "FINISH_WARM_UP", "更早的记录", "value=\"" + subject + "\"")
                .doesNotContain("??", "CREATE_ACTIVITY");
        assertThat(viewer.get("/audit?subject=" + subject).body())
                .contains("CREATE_ACTIVITY", "&lt;script&gt;")
                .doesNotContain("<script>");
        assertThat(viewer.get("/audit?actor=%22%3E%3Cscript%3E").body()).doesNotContain("<script>");
    }

    private static List<String> deeds(String order) {
        return console.mysql()
                .queryForList(
                        "SELECT CONCAT(a.actor, ' ', a.action) FROM seckill_audit_log a JOIN seckill_dead_letter d"
                                + " ON a.subject = CONCAT('dead-letter:', d.id) WHERE d.message_id = ? ORDER BY a.id",
                        String.class,
                        order);
    }

    private static JsonNode ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Browser.read(answer).get("data");
    }
}
