package io.seckill.admin.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages of dead letters and of the orders behind them. */
class LetterPageTest {

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
    void the_open_ones_are_listed_with_what_is_in_them_and_others_on_request() {
        String order = Change.letter(console);
        String page = operator.get("/dead-letters").body();
        assertThat(page).contains(order, "no luck", "用户 42，1 件", "投递 4 次，失败 3 次", "待处理");
        assertThat(operator.get("/dead-letters?state=VOIDED").body()).doesNotContain(order);
        assertThat(operator.get("/dead-letters?state=ALL&activityId=" + order.substring(1))
                        .body())
                .contains(order);
        assertThat(operator.get("/dead-letters?state=NONE").statusCode()).isEqualTo(400);

        assertThat(operator.get("/dead-letters/" + order).body())
                .contains("1|" + order + "|1767225600000|", "no luck", "+08:00");
        assertThat(operator.get("/dead-letters/9").statusCode()).isEqualTo(404);
    }

    @Test
    void several_are_replayed_at_once_and_each_says_what_came_of_it() {
        String fresh = Change.letter(console);
        String settled = Change.letter(console);
        operator.json("POST", "/admin/api/dead-letters/" + settled + "/replay", "");

        replay("/dead-letters/replay?id=" + fresh + "&id=" + settled + "&id=nobody");

        assertThat(operator.get("/dead-letters").body().replaceAll("<[^>]+>|\\s+", ""))
                .contains("共3封，已完成1封", fresh + ":已放回队列", settled + ":该死信已在重放，未做任何改动", "nobody:页面不存在");
        assertThat(state(fresh)).isEqualTo("REPLAYED");
    }

    @Test
    void nothing_is_voided_before_it_was_asked_about() {
        String order = Change.letter(console);

        HttpResponse<String> question = replay("/dead-letters/void?id=" + order);
        assertThat(question.statusCode()).isEqualTo(200);
        assertThat(question.body()).contains("作废 1 封死信？", "此操作不能撤销", "value=\"" + order + "\"");
        assertThat(state(order)).isEqualTo("OPEN");

        replay("/dead-letters/void?confirmed=yes&id=" + order);
        assertThat(operator.get("/dead-letters").body()).contains("已作废，其占用的库存将退还");
        assertThat(state(order)).isEqualTo("VOIDED");
    }

    @Test
    void none_chosen_is_said_in_words_on_the_list_itself() {
        for (String path :
                new String[] {"/dead-letters/replay", "/dead-letters/void", "/dead-letters/void?confirmed=yes"}) {
            assertThat(replay(path).headers().firstValue("Location")).hasValue("/dead-letters");
            assertThat(operator.get("/dead-letters").body()).contains("请先选择至少一封死信，未做任何改动");
        }
    }

    @Test
    void an_order_is_found_by_itself_its_user_and_its_activity_and_tells_its_whole_story() {
        String order = Change.letter(console);
        String activity = order.substring(1);
        assertThat(operator.get("/orders/" + order).body()).contains("待处理", "no luck", "尚未入库");
        operator.json("POST", "/admin/api/dead-letters/" + order + "/void", "");
        console.mysql()
                .update(
                        "INSERT INTO seckill_payment (txn_id, order_id, result, received_at)"
                                + " VALUES (?, ?, 'REFUND_DUE', UTC_TIMESTAMP(3))",
                        "txn-" + order,
                        order);

        assertThat(operator.get("/orders?orderId=" + order).headers().firstValue("Location"))
                .hasValue("/orders/" + order);
        assertThat(operator.get("/orders?activityId=" + activity).body()).contains(order, "已取消");
        assertThat(operator.get("/orders?userId=42&activityId=" + activity).body())
                .contains(order);
        assertThat(operator.get("/orders/" + order).body())
                .contains("已受理", "成为死信", "no luck", "已入库", "已取消", "人工作废", "收到支付通知，应退款")
                .contains("txn-" + order, "作废死信", "（operator）", "正在退还");
    }

    @Test
    void an_order_that_is_nowhere_and_a_search_for_nothing_are_said_in_words() {
        assertThat(operator.get("/orders?userId=77").body()).contains("没有这样的订单");
        HttpResponse<String> nowhere = operator.get("/orders/123");
        assertThat(nowhere.statusCode()).isEqualTo(404);
        assertThat(nowhere.body()).contains("没有这个订单");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders,       userId,     0x10, 编号须为正整数",
        "/orders,       orderId,    <b>,  编号须为正整数",
        "/orders,       activityId, -1,   编号须为正整数",
        "/dead-letters, activityId, 007,  编号须为正整数",
        "/audit,        actor,      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, 取值不合法"
    })
    void what_cannot_be_searched_for_stands_at_its_field_again(String page, String field, String value, String why) {
        HttpResponse<String> answer =
                operator.get(page + "?" + field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("未查询：请检查标出的 1 个字段", "id=\"" + field + "-wrong\">" + why)
                .contains("value=\"" + value.replace("<", "&lt;").replace(">", "&gt;") + "\"")
                .contains("aria-describedby=\"" + field + "-wrong\"")
                .doesNotContain("没有这样的订单", "没有符合条件的");
    }

    @Test
    void a_page_of_a_list_that_there_cannot_be_and_an_order_that_is_nowhere_keep_the_form_too() {
        assertThat(operator.get("/audit?before=x&actor=operator").body()).contains("列表没有这一页", "value=\"operator\"");
        assertThat(operator.get("/orders?limit=1000").body()).contains("列表没有这一页");
        assertThat(operator.get("/dead-letters?state=NONE").body()).contains("id=\"state-wrong\"");
        HttpResponse<String> nowhere = operator.get("/orders?orderId=123");
        assertThat(nowhere.statusCode()).isEqualTo(200);
        assertThat(nowhere.body()).contains("没有这样的订单", "value=\"123\"");
    }

    @Test
    void the_newest_orders_of_all_or_of_one_activity_come_page_by_page() {
        String one = Change.created(console, false);
        String other = Change.created(console, false);
        for (int i = 0; i < 3; i++) {
            console.mysql()
                    .update(
                            "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch,"
                                    + " accepted_at, created_at) VALUES (?, ?, ?, 1, 0, 1, 1, UTC_TIMESTAMP(3),"
                                    + " UTC_TIMESTAMP(3))",
                            9_100_000_000_000_000_000L + i,
                            i == 1 ? other : one,
                            100 + i);
        }

        String newest = operator.get("/orders?limit=2").body();
        assertThat(newest)
                .contains("9100000000000000002", "9100000000000000001", "before=9100000000000000001")
                .doesNotContain("9100000000000000000<");
        assertThat(operator.get("/orders?limit=2&before=9100000000000000001").body())
                .contains("9100000000000000000<");
        String ofOne = operator.get("/orders?activityId=" + one).body();
        assertThat(ofOne).contains("9100000000000000002", "9100000000000000000").doesNotContain("9100000000000000001");
        assertThat(operator.get("/orders?limit=1&before=9100000000000000002&activityId=" + one)
                        .body())
                .contains("9100000000000000000");
    }

    private static HttpResponse<String> replay(String path) {
        return operator.form(path, Map.of());
    }

    private static String state(String order) {
        return console.mysql()
                .queryForObject("SELECT state FROM seckill_dead_letter WHERE message_id = ?", String.class, order);
    }
}
