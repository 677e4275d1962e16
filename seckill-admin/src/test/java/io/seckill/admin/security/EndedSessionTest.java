package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever filled in a form while the session ended gets it back after the sign-in, and nobody else gets to plant one. */
class EndedSessionTest {

    private static final String[] FROM_HERE = {"Sec-Fetch-Site", "same-origin"};
    private static final String TYPED = "name=night+%26+%3Cday%3E&totalStock=77&reserved=&perOrderLimit=2"
            + "&startTime=2098-05-01T10%3A00&endTime=nonsense&_csrf=of-a-session-that-ended";

    private static Console console;

    @BeforeAll
    static void start() {
        console = Console.start();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void a_filled_form_is_there_again_after_the_sign_in_and_nothing_was_saved() {
        Browser browser = console.stranger();
        HttpResponse<String> ended = post(browser, "/activities", TYPED, FROM_HERE);
        assertThat(ended.statusCode()).isEqualTo(403);
        assertThat(ended.body()).contains("会话已结束，未做任何改动", "您填写的内容已保留", "id=\"password\"");

        HttpResponse<String> wrong = signIn(browser, ended, "a-wrong-password");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("用户名或密码错误", "您填写的内容已保留");
        HttpResponse<String> in = signIn(browser, wrong, console.password());
        assertThat(in.headers().firstValue("Location")).hasValue("/activities/new");

        assertThat(browser.get("/activities/new").body())
                .contains("您填写的内容仍在这里", "value=\"night &amp; &lt;day&gt;\"", "value=\"77\"", "value=\"nonsense\"");
        assertThat(browser.get("/activities/new").body()).doesNotContain("您填写的内容仍在这里", "night");
        assertThat(console.mysql().queryForObject("SELECT COUNT(*) FROM seckill_activity", Long.class))
                .isZero();
    }

    @Test
    void whoever_signed_in_elsewhere_meanwhile_gets_the_form_at_once() {
        Browser browser = console.operator();
        String host = console.url();
        String id = Change.created(console, false);

        HttpResponse<String> late = post(browser, "/activities/" + id + "/edit", TYPED, "Origin", host);

        assertThat(late.headers().firstValue("Location")).hasValue("/activities/" + id + "/edit");
        assertThat(browser.get("/activities/" + id + "/edit").body()).contains("您填写的内容仍在这里", "value=\"77\"");
        console.mysql().update("DELETE FROM seckill_activity WHERE id = ?", id);
    }

    @ParameterizedTest
    @CsvSource({
        "/activities/7/close, /activities/7/close",
        "/activities/7/stock, /activities/7",
        "/dead-letters/void, /dead-letters",
        "/reconciliation/7/run, /reconciliation/7"
    })
    void a_press_leads_back_to_where_it_was_made(String path, String page) {
        Browser browser = console.stranger();

        HttpResponse<String> in = signIn(browser, post(browser, path, "a=b", FROM_HERE), console.password());

        assertThat(in.headers().firstValue("Location")).hasValue(page);
    }

    @Test
    void a_stock_change_that_was_filled_in_is_there_again() {
        Browser browser = console.stranger();
        String page = "/activities/" + Change.created(console, true);
        HttpResponse<String> ended = post(browser, page + "/stock", "units=31&from=RESERVE&direction=ADD", FROM_HERE);

        signIn(browser, ended, console.password());

        assertThat(browser.get(page).body())
                .contains("您填写的内容仍在这里", "value=\"31\"", "<option value=\"RESERVE\" selected=\"selected\">");
        console.mysql().update("DELETE FROM seckill_activity");
    }

    @Test
    void a_form_from_another_site_or_of_nobody_is_not_kept() {
        for (String[] headers : new String[][] {
            {},
            {"Sec-Fetch-Site", "cross-site", "Origin", console.url()},
            {"Origin", "https://evil.example"},
            {"Origin", ":"}
        }) {
            HttpResponse<String> ended = post(console.stranger(), "/activities", TYPED, headers);
            assertThat(ended.statusCode()).isEqualTo(403);
            assertThat(ended.body()).contains("会话已结束").doesNotContain("name=\"kept\"", "night");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example/activities",
                "/activities/new",
                "/activities/7/edit/../../x?name=a",
                "/activities?name=%zz",
                "/logout",
                ""
            })
    void no_other_address_can_be_gone_to_after_the_sign_in(String planted) {
        Browser browser = console.stranger();
        Map<String, String> fields = new HashMap<>(Map.of("username", "operator", "password", console.password()));
        fields.put("kept", planted);

        HttpResponse<String> in = browser.form(
                "/login", fields, Browser.token(browser.get("/login").body()));

        assertThat(in.headers().firstValue("Location")).hasValue("/activities");
    }

    @Test
    void a_page_asked_for_with_an_ended_session_says_so_and_a_first_visit_does_not() {
        String old = "SECKILL_ADMIN_SESSION=0123456789ABCDEF";
        assertThat(console.stranger()
                        .get("/activities", "Cookie", old)
                        .headers()
                        .firstValue("Location"))
                .hasValue("/login?ended");
        assertThat(console.stranger().get("/login?ended").body()).contains("会话已结束");
        assertThat(console.stranger().get("/activities").headers().firstValue("Location"))
                .hasValue("/login");
    }

    private static HttpResponse<String> post(Browser browser, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/x-www-form-urlencoded";
        System.arraycopy(headers, 0, all, 2, headers.length);
        return browser.call("POST", path, body, all);
    }

    /** Sends the sign-in page that was the answer, with all that is in it. */
    private static HttpResponse<String> signIn(Browser browser, HttpResponse<String> page, String password) {
        Matcher kept = Pattern.compile("name=\"kept\" value=\"([^\"]*)\"").matcher(page.body());
        assertThat(kept.find()).isTrue();
        String body = "username=operator&password=" + password + "&kept="
                + URLEncoder.encode(kept.group(1).replace("&amp;", "&"), StandardCharsets.UTF_8) + "&_csrf="
                + URLEncoder.encode(Browser.token(page.body()), StandardCharsets.UTF_8);
        return post(browser, "/login", body);
    }
}
