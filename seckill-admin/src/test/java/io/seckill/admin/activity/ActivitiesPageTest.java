package io.seckill.admin.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The page of activities, as an operator's browser sees it. */
class ActivitiesPageTest {

    private static Console console;
    private static Browser browser;

    @BeforeAll
    static void start() {
        console = Console.start();
        browser = console.operator();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void an_activity_is_created_warmed_up_and_warm_already() {
        HttpResponse<String> created = browser.form("/activities", sale("Lunch <b>box</b> & tea", "100"));
        long id = newest();
        String one = "/activities/" + id;
        assertThat(created.headers().firstValue("Location")).hasValue(one);
        String page = browser.get(one).body();
        assertThat(page)
                .contains("活动 " + id + " 已创建")
                .contains("Lunch &lt;b&gt;box&lt;/b&gt; &amp; tea")
                .contains("2098-05-01 10:00:00 +08:00")
                .contains("Asia/Shanghai")
                .contains("草稿");
        assertThat(console.mysql()
                        .queryForObject("SELECT start_time FROM seckill_activity WHERE id = " + id, String.class))
                .startsWith("2098-05-01 02:00:00");

        browser.form("/activities/" + id + "/warm-up", Map.of());
        assertThat(browser.get(one).body()).contains("活动 " + id + "：预热完成，100 件库存已写入 Redis");
        assertThat(browser.get(one).body()).doesNotContain("预热完成").contains("已预热");

        browser.form("/activities/" + id + "/warm-up", Map.of());
        assertThat(browser.get(one).body()).contains("库存已经预热过，未做任何改动");
        assertThat(console.bean(StringRedisTemplate.class).opsForValue().get(RedisKeys.stock(id)))
                .isEqualTo("100");
    }

    @Test
    void an_activity_without_stock_is_refused_in_words() {
        String one = created("nothing to sell", "0");
        browser.form(one + "/warm-up", Map.of());

        assertThat(browser.get(one).body()).contains("活动库存未配置");
    }

    @Test
    void two_operators_at_the_same_instant_get_one_warmed_up_and_one_warm_already() throws Exception {
        browser.form("/activities", sale("both at once", "100"));
        long id = newest();
        List<Browser> operators = List.of(console.operator(), console.operator());
        CyclicBarrier barrier = new CyclicBarrier(operators.size());
        ExecutorService threads = Executors.newFixedThreadPool(operators.size());
        List<Future<String>> pages = new ArrayList<>();
        for (Browser operator : operators) {
            String token = Browser.token(operator.get("/activities").body());
            Callable<String> press = () -> {
                barrier.await();
                operator.form("/activities/" + id + "/warm-up", Map.of(), token);
                return operator.get("/activities/" + id).body();
            };
            pages.add(threads.submit(press));
        }
        List<String> seen = new ArrayList<>();
        for (Future<String> page : pages) {
            seen.add(page.get());
        }
        threads.shutdown();

        assertThat(seen).filteredOn(page -> page.contains("预热完成")).hasSize(1);
        assertThat(seen).filteredOn(page -> page.contains("已经预热过")).hasSize(1);
        assertThat(console.bean(StringRedisTemplate.class).opsForValue().get(RedisKeys.stock(id)))
                .isEqualTo("100");
    }

    @ParameterizedTest
    @CsvSource({
        "name, '', 必填",
        "totalStock, '', 必填",
        "totalStock, 1e3, 须为非负整数",
        "totalStock, -5, 须为非负整数",
        "totalStock, １００, 须为非负整数",
        "totalStock, 99999999999999999999, 须在 0 到 10 亿之间",
        "totalStock, 2000000000, 须在 0 到 10 亿之间",
        "reserved, 101, 须在 0 到总库存之间",
        "perOrderLimit, 0, 须在 1 到 9999 之间",
        "perOrderLimit, 10000, 须在 1 到 9999 之间",
        "perOrderLimit, 99999999999999999999, 须在 1 到 9999 之间",
        "startTime, tomorrow, 日期时间格式不正确",
        "endTime, 2098-05-01T09:00, 须晚于开始时间",
        "endTime, '', 必填"
    })
    void a_value_that_cannot_be_is_shown_again_with_the_reason_beside_its_field(
            String field, String value, String reason) {
        long before = count();
        Map<String, String> form = new HashMap<>(sale("typed with care", "100"));
        form.put(field, value);

        HttpResponse<String> answer = browser.form("/activities", form);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"" + field + "-wrong\">" + reason)
                .contains("aria-describedby=\"" + field + "-wrong\"")
                .contains(value);
        if (!field.equals("name")) {
            assertThat(answer.body()).contains("typed with care");
        }
        assertThat(count()).isEqualTo(before);
    }

    @Test
    void all_that_is_wrong_is_marked_at_once() {
        Map<String, String> form = new HashMap<>(sale(" ", "many"));
        form.put("perOrderLimit", "0");
        form.put("startTime", "tomorrow");
        form.put("endTime", "2001-01-01T00:00");

        HttpResponse<String> answer = browser.form("/activities", form);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("请检查标出的 5 个字段")
                .contains("id=\"name-wrong\">必填", "id=\"totalStock-wrong\">须为非负整数", "id=\"perOrderLimit-wrong\">须在")
                .contains("id=\"startTime-wrong\">日期时间格式不正确", "id=\"endTime-wrong\">须晚于当前时间");
    }

    @Test
    void a_form_in_another_language_or_look_keeps_what_was_typed() {
        Browser typing = console.operator();
        Map<String, String> form = new HashMap<>(sale("half a <name>", "many"));
        form.put("lang", "en");
        long before = count();

        String page = typing.form("/activities?again", form).body();

        assertThat(page)
                .contains("lang=\"en\"", "Create an activity", "value=\"half a &lt;name&gt;\"", "value=\"many\"")
                .contains("form=\"fill\" formaction=\"/activities?again\"")
                .doesNotContain("-wrong\">");
        assertThat(count()).isEqualTo(before);
        assertThat(typing.get("/activities").body()).contains("lang=\"en\"");

        String one = created("as it is", "100");
        Map<String, String> edit = new HashMap<>(sale("as typed", "7"));
        edit.put("theme", "dark");
        assertThat(typing.form(one + "/edit?again", edit).body())
                .contains("data-theme=\"dark\"", "value=\"as typed\"", "value=\"7\"");
        assertThat(browser.get(one).body()).contains("as it is");
    }

    @Test
    void a_draft_is_deleted_after_a_question_and_what_was_warmed_up_is_not() {
        String one = created("a mistake", "30");
        assertThat(browser.get(one).body()).contains("删除草稿…");
        assertThat(browser.get(one + "/delete").body()).contains("删除后不能恢复", "a mistake");

        HttpResponse<String> deleted = browser.form(one + "/delete", Map.of());

        assertThat(deleted.headers().firstValue("Location")).hasValue("/activities");
        assertThat(browser.get("/activities").body()).contains("已删除：a mistake");
        assertThat(browser.get(one).statusCode()).isEqualTo(404);
        assertThat(browser.form(one + "/delete", Map.of()).statusCode()).isEqualTo(404);
        assertThat(browser.get("/audit?subject=" + one.replace("/activities/", "activity:"))
                        .body())
                .contains("删除草稿", "<span>总库存</span>", "<span>状态</span>", "2098-05-01 10:00:00 +08:00", "已删除")
                .doesNotContain("totalStock", "startTime");

        String warm = created("a sale", "30");
        browser.form(warm + "/warm-up", Map.of());
        assertThat(browser.get(warm).body()).doesNotContain("删除草稿…");
        assertThat(browser.get(warm + "/delete").body()).contains("只有草稿可以删除");
        browser.form(warm + "/delete", Map.of());
        assertThat(browser.get(warm).body()).contains("不再是草稿；未删除");
    }

    @Test
    void of_two_who_edit_the_second_is_told_what_the_first_changed_and_keeps_what_they_typed() {
        String one = created("as both see it", "100");
        String seen = browser.get(one + "/edit").body();
        Map<String, String> first = new HashMap<>(sale("renamed", "100"));
        first.putAll(hidden(seen));
        Map<String, String> second = new HashMap<>(sale("as both see it", "100"));
        second.put("reserved", "0");
        second.put("endTime", "2098-05-01T12:00");
        second.put("perOrderLimit", "3");
        second.putAll(hidden(seen));
        assertThat(browser.form(one + "/edit", first).headers().firstValue("Location"))
                .hasValue(one);
        browser.get(one);

        HttpResponse<String> late = browser.form(one + "/edit", second);

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body())
                .contains("活动已被他人修改", "<code>as both see it</code> → <code>renamed</code>")
                // Untouched by this operator, so as it is now; and what they typed.
                .contains("value=\"renamed\"", "value=\"3\"");
        assertThat(browser.get(one).body()).contains("renamed", "1 件");

        Map<String, String> again = new HashMap<>(second);
        again.put("name", "renamed");
        again.putAll(hidden(late.body()));
        assertThat(browser.form(one + "/edit", again).statusCode()).isEqualTo(302);
        assertThat(browser.get(one).body()).contains("renamed", "3 件");

        // Warmed up meanwhile: its stock is not for the form any more, and a change of it is not dropped in silence.
        Map<String, String> drafted = new HashMap<>(again);
        drafted.putAll(hidden(browser.get(one + "/edit").body()));
        drafted.put("totalStock", "500");
        browser.form(one + "/warm-up", Map.of());
        browser.get(one);
        HttpResponse<String> warm = browser.form(one + "/edit", drafted);
        assertThat(warm.statusCode()).isEqualTo(409);
        assertThat(warm.body())
                .contains("活动已被他人修改", "<code>草稿</code> → <code>已预热</code>", "活动已预热", "value=\"100\"")
                .doesNotContain("value=\"500\"");
    }

    @Test
    void a_limit_that_no_order_can_reach_is_pointed_out() {
        Map<String, String> form = new HashMap<>(sale("few", "10"));
        form.put("reserved", "4");
        form.put("perOrderLimit", "7");
        browser.form("/activities", form);
        String one = "/activities/" + newest();

        assertThat(browser.get(one).body()).contains("每单限购（7 件）高于可售件数（6 件）");
        assertThat(browser.get(one + "/warm-up").body()).contains("每单限购（7 件）高于可售件数（6 件）", "预热 6 件");
        assertThat(browser.get("/activities").body()).contains("0 / 6 件", "另预留 4 件");
    }

    @Test
    void the_page_speaks_the_reader_s_language_and_remembers_the_choice() {
        Browser reader = console.operator();
        assertThat(reader.get("/activities").body()).contains("lang=\"zh-CN\"", "创建活动");
        assertThat(reader.get("/activities", "Accept-Language", "en-US,en;q=0.9")
                        .body())
                .contains("lang=\"en\"", "Create an activity");
        assertThat(reader.get("/activities", "Accept-Language", "fr").body()).contains("创建活动");

        assertThat(reader.get("/activities?lang=en").body()).contains("Create an activity");
        assertThat(reader.get("/activities").body()).contains("lang=\"en\"", "Create an activity");
        assertThat(reader.get("/activities?lang=klingon").body()).contains("Create an activity");
        assertThat(reader.get("/activities?lang=zh-CN").body()).contains("创建活动");
    }

    @Test
    void the_page_and_its_style_load_nothing_from_elsewhere() {
        HttpResponse<String> style = browser.get("/console.css");

        assertThat(style.statusCode()).isEqualTo(200);
        assertThat(style.body()).contains("@media").doesNotContain("http", "@import", "url(");
        assertThat(browser.get("/activities").body())
                .contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .doesNotContain("src=\"http", "href=\"http", "??");
    }

    @ParameterizedTest
    @CsvSource({"/nothing-here, 404, 页面不存在", "/activities/1/stock, 405, 不支持该请求方法", "/console.html, 404, 页面不存在"})
    void what_is_not_there_gets_a_plain_page(String path, int status, String text) {
        HttpResponse<String> answer = browser.get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(text).doesNotContain("Exception", "at io.", "org.spring");
    }

    @Test
    void an_id_in_another_form_is_refused_on_a_plain_page() {
        HttpResponse<String> answer = browser.form("/activities/0x10/warm-up", Map.of());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("编号：编号须为正整数");
    }

    @Test
    void the_form_proposes_a_sale_that_begins_now_and_lasts_a_day() {
        assertThat(browser.get("/activities/new").body())
                .containsPattern("id=\"startTime\" name=\"startTime\" value=\"20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d\"")
                .contains("value=\"100\"", "Asia/Shanghai");
    }

    @Test
    void a_draft_is_edited_whole_and_an_open_sale_keeps_its_stock() {
        String one = created("first name", "100");
        assertThat(browser.get(one + "/edit").body()).contains("value=\"first name\"", "value=\"2098-05-01T10:00\"");

        HttpResponse<String> saved = browser.form(one + "/edit", sale("second name", "120"));
        assertThat(saved.headers().firstValue("Location")).hasValue(one);
        assertThat(browser.get(one).body()).contains("已保存", "second name", "120 件");

        browser.form(one + "/warm-up", Map.of());
        browser.get(one);
        browser.form(one + "/edit", sale("third name", "7"));
        assertThat(browser.get(one).body()).contains("third name", "120 件").doesNotContain("second name");
        assertThat(browser.get(one + "/edit").body()).contains("readonly").doesNotContain("name=\"totalStock\"");

        Map<String, String> backwards = new HashMap<>(sale("fourth name", "120"));
        backwards.put("endTime", "2098-05-01T09:00");
        HttpResponse<String> refused = browser.form(one + "/edit", backwards);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("须晚于开始时间", "fourth name", "action=\"" + one + "/edit\"");

        browser.form(one + "/close", Map.of());
        browser.get(one);
        assertThat(browser.get(one + "/edit").headers().firstValue("Location")).hasValue(one);
        assertThat(browser.get(one).body()).contains("活动已关闭");
    }

    @Test
    void a_press_that_means_much_is_asked_about_first_and_a_rebuild_tells_what_it_left() {
        String one = created("asked about", "30");

        assertThat(browser.get(one + "/warm-up").body()).contains("30 件库存将写入 Redis", "预热 30 件");
        assertThat(browser.get(one + "/rebuild").body()).contains("只有已预热或已关闭的活动可以重建");
        browser.form(one + "/warm-up", Map.of());
        browser.get(one);
        assertThat(browser.get(one + "/warm-up").body()).contains("无法预热").doesNotContain("预热 30 件");
        assertThat(browser.get(one + "/rebuild").body()).contains("活动会暂停下单片刻");

        browser.form(one + "/rebuild", Map.of());
        assertThat(browser.get(one).body()).contains("重建完成：剩余 30 件可售");
    }

    /** Creates one and goes where the browser is sent, as people do: what came of it is shown there once. */
    private static String created(String name, String stock) {
        browser.form("/activities", sale(name, stock));
        String one = "/activities/" + newest();
        browser.get(one);
        return one;
    }

    /** What an edit form says of the activity that it was made from. */
    private static Map<String, String> hidden(String page) {
        Matcher fields =
                Pattern.compile("name=\"(version|seen)\" value=\"([^\"]+)\"").matcher(page);
        Map<String, String> hidden = new HashMap<>();
        while (fields.find()) {
            hidden.put(fields.group(1), fields.group(2));
        }
        assertThat(hidden).hasSize(2);
        return hidden;
    }

    private static Map<String, String> sale(String name, String stock) {
        return Map.of(
                "name", name,
                "totalStock", stock,
                "reserved", "",
                "perOrderLimit", "1",
                "startTime", "2098-05-01T10:00",
                "endTime", "2098-05-01T12:00:00");
    }

    private static long newest() {
        return console.mysql().queryForObject("SELECT MAX(id) FROM seckill_activity", Long.class);
    }

    private static long count() {
        return console.mysql().queryForObject("SELECT COUNT(*) FROM seckill_activity", Long.class);
    }
}
