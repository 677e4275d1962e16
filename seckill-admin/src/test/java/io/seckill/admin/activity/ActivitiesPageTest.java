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
        "totalStock, 99999999999999999999, 须为非负整数",
        "totalStock, 2000000000, 须在 0 到 10 亿之间",
        "reserved, 101, 须在 0 到总库存之间",
        "perOrderLimit, 0, 须在 1 到 9999 之间",
        "perOrderLimit, 10000, 须在 1 到 9999 之间",
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
        assertThat(answer.body()).contains("参数 id 不合法");
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
