package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.catalina.Context;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/** Who gets in, and what everybody else hears. */
class SignInTest {

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
    void the_operator_signs_in_under_a_new_session_and_sees_the_activities() {
        Browser browser = console.stranger();
        browser.get("/login");
        String before = browser.session();

        HttpResponse<String> answer = browser.signIn(console.username(), console.password());

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).hasValue("/activities");
        assertThat(browser.session()).isNotEqualTo(before);
        assertThat(browser.get("/activities").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong-password-1", "", " "})
    void a_wrong_password_is_turned_away(String password) {
        Browser browser = console.stranger();

        HttpResponse<String> answer = browser.signIn(console.username(), password);

        assertThat(answer.headers().firstValue("Location")).hasValue("/login?error");
        assertThat(browser.get("/login?error").body()).contains("用户名或密码错误");
        assertThat(browser.get("/activities").statusCode()).isEqualTo(302);
    }

    @Test
    void a_wrong_name_hears_the_same_as_a_wrong_password() {
        assertThat(console.stranger()
                        .signIn("somebody", console.password())
                        .headers()
                        .firstValue("Location"))
                .hasValue("/login?error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/activities", "/activities/1001/warm-up", "/nothing-here"})
    void a_stranger_s_pages_lead_to_the_sign_in(String path) {
        HttpResponse<String> answer = console.stranger().get(path);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location")).hasValue("/login");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/api/activities",
                "/admin/api/activities/1001",
                "/admin/api/monitor?activityId=1001",
                "/admin/api/nothing"
            })
    void a_stranger_s_program_hears_401_in_the_envelope(String path) {
        HttpResponse<String> answer = console.stranger().get(path, "Accept-Language", "en");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo("UNAUTHENTICATED");
        assertThat(Browser.read(answer).get("message").asString()).isEqualTo("Please sign in");
    }

    @Test
    void a_change_without_its_token_is_refused_and_has_no_effect() {
        Browser browser = console.operator();
        String form =
                "{\"name\":\"n\",\"totalStock\":1,\"startTime\":\"2099-01-01T00:00:00Z\",\"endTime\":\"2099-01-02T00:00:00Z\"}";

        HttpResponse<String> program = browser.jsonWithoutToken("/admin/api/activities", form);
        assertThat(program.statusCode()).isEqualTo(403);
        assertThat(Browser.read(program).get("code").asString()).isEqualTo("FORBIDDEN");
        assertThat(browser.form("/activities/1001/warm-up", Map.of(), "").statusCode())
                .isEqualTo(403);
        assertThat(browser.form("/activities", Map.of("name", "n"), "made-up").statusCode())
                .isEqualTo(403);
        assertThat(browser.form("/logout", Map.of(), "").statusCode()).isEqualTo(403);
        assertThat(console.stranger()
                        .form("/login", Map.of("username", "operator", "password", console.password()), "")
                        .statusCode())
                .isEqualTo(403);

        assertThat(console.mysql().queryForObject("SELECT COUNT(*) FROM seckill_activity", Long.class))
                .isZero();
        assertThat(browser.get("/activities").statusCode()).isEqualTo(200);
    }

    @Test
    void the_sign_in_s_token_is_of_no_use_afterwards() {
        Browser browser = console.stranger();
        String before = Browser.token(browser.get("/login").body());
        browser.form("/login", Map.of("username", console.username(), "password", console.password()), before);

        assertThat(browser.form("/logout", Map.of(), before).statusCode()).isEqualTo(403);
    }

    @Test
    void whoever_signs_out_is_out() {
        Browser browser = console.operator();

        assertThat(browser.form("/logout", Map.of()).headers().firstValue("Location"))
                .hasValue("/login?out");

        assertThat(browser.get("/activities").statusCode()).isEqualTo(302);
    }

    @Test
    void every_page_forbids_frames_caching_and_whatever_is_inline_or_from_elsewhere() {
        for (HttpResponse<String> page :
                List.of(console.stranger().get("/login"), console.operator().get("/activities"))) {
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValue(
                            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
                                    + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
            assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
            assertThat(page.headers().firstValue("Cross-Origin-Opener-Policy")).hasValue("same-origin");
            assertThat(page.headers().firstValue("Cross-Origin-Resource-Policy"))
                    .hasValue("same-origin");
            assertThat(page.headers().firstValue("Cache-Control"))
                    .get()
                    .asString()
                    .contains("no-store");
            assertThat(page.body().replace("<script type=\"module\" src=\"/console.js\"></script>", ""))
                    .doesNotContain("<script", "style=", "onclick", "??");
        }
    }

    @Test
    void the_session_s_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        assertThat(console.stranger().get("/login").headers().firstValue("Set-Cookie"))
                .get()
                .asString()
                .contains("SECKILL_ADMIN_SESSION=", "HttpOnly", "SameSite=Strict");
    }

    @Test
    void a_session_ends_after_half_an_hour_without_a_request_and_its_old_cookie_opens_nothing() throws IOException {
        Browser stranger = console.stranger();
        stranger.get("/login");
        assertThat(secondsOf(stranger)).isEqualTo(600);
        Browser browser = console.operator();
        assertThat(secondsOf(browser)).isEqualTo(1800);
        String cookie = "SECKILL_ADMIN_SESSION=" + browser.session();
        assertThat(console.stranger().get("/activities", "Cookie", cookie).statusCode())
                .isEqualTo(200);

        browser.form("/logout", Map.of());

        assertThat(console.stranger().get("/activities", "Cookie", cookie).statusCode())
                .isEqualTo(302);
    }

    @Test
    void a_session_that_somebody_else_made_up_is_not_the_one_that_is_signed_in() {
        Browser attacker = console.stranger();
        attacker.get("/login");
        String planted = "SECKILL_ADMIN_SESSION=" + attacker.session();
        String page = console.stranger().get("/login", "Cookie", planted).body();

        HttpResponse<String> answer = console.stranger()
                .call(
                        "POST",
                        "/login",
                        "username=operator&password=" + console.password() + "&_csrf="
                                + URLEncoder.encode(Browser.token(page), StandardCharsets.UTF_8),
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Cookie",
                        planted);

        assertThat(answer.headers().firstValue("Location")).hasValue("/activities");
        assertThat(attacker.get("/activities").statusCode()).isEqualTo(302);
        assertThat(console.stranger()
                        .get("/activities", "Cookie", "SECKILL_ADMIN_SESSION=made-up")
                        .statusCode())
                .isEqualTo(302);
    }

    @Test
    void health_is_public_and_nothing_else_of_the_actuator_is() {
        Browser stranger = console.stranger();
        Browser viewer = console.viewer();
        Browser operator = console.operator();
        assertThat(stranger.get("/actuator/health").body())
                .contains("\"status\":\"UP\"")
                .doesNotContain("components");
        for (String path : new String[] {
            "env",
            "heapdump",
            "logfile",
            "shutdown",
            "prometheus",
            "beans",
            "threaddump",
            "configprops",
            "mappings",
            "loggers",
            "metrics",
            "flyway",
            "sessions",
            "httpexchanges",
            "jolokia",
            "env/java.version",
            "..;/env"
        }) {
            assertThat(stranger.get("/actuator/" + path).statusCode()).isIn(302, 400);
            assertThat(viewer.get("/actuator/" + path).statusCode()).isIn(400, 404);
            assertThat(operator.get("/actuator/" + path).statusCode()).isIn(400, 404);
        }
        assertThat(operator.json("POST", "/actuator/shutdown", "").statusCode()).isEqualTo(404);
    }

    private static int secondsOf(Browser browser) throws IOException {
        TomcatWebServer server = (TomcatWebServer) ((WebServerApplicationContext) console.context()).getWebServer();
        Context application = (Context) server.getTomcat().getHost().findChildren()[0];
        return application.getManager().findSession(browser.session()).getMaxInactiveInterval();
    }
}
