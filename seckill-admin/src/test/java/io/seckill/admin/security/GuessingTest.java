package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Somebody tries passwords, at a console behind a proxy that speaks TLS. */
class GuessingTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Console console;

    @BeforeAll
    static void start() {
        console = Console.start(Map.of(
                "seckill.admin.sign-in.trusted-proxies", "127.0.0.0/8",
                "seckill.admin.sign-in.first-wait", "5m",
                "server.servlet.session.cookie.secure", "true"));
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void after_five_wrong_passwords_even_the_right_one_waits_but_not_at_another_address() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(location(signIn("203.0.113.1", "operator", "wrong-" + i)))
                    .isEqualTo("/login?error");
        }
        HttpResponse<String> refused = signIn("203.0.113.1", "operator", console.password());

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 300L);
        assertThat(refused.body())
                .containsPattern("失败次数过多，请等待 \\d+ (秒|分钟)后再试")
                .contains("id=\"username\"", "id=\"password\"")
                .doesNotContain("operator");
        assertThat(location(signIn("203.0.113.2", "operator", console.password())))
                .isEqualTo("/activities");
    }

    @Test
    void a_name_that_nobody_has_is_answered_to_the_letter_like_one_that_somebody_has() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("203.0.113.10", "operator", "wrong-" + i)
                            .headers()
                            .map()
                            .keySet())
                    .isEqualTo(signIn("203.0.113.11", "nobody", "wrong-" + i)
                            .headers()
                            .map()
                            .keySet());
        }
        HttpResponse<String> known = signIn("203.0.113.10", "operator", "wrong");
        HttpResponse<String> unknown = signIn("203.0.113.11", "nobody", "wrong");

        assertThat(unknown.statusCode()).isEqualTo(known.statusCode()).isEqualTo(429);
        String token = "name=\"_csrf\" value=\"[^\"]+\"";
        assertThat(unknown.body().replaceAll(token, "")).isEqualTo(known.body().replaceAll(token, ""));
    }

    @Test
    void a_browser_in_which_the_operator_signed_in_before_waits_for_no_guesser_at_the_same_address() throws Exception {
        String known = browserCookie(signIn("203.0.113.70", "operator", console.password()));
        for (int i = 0; i < 6; i++) {
            signIn("203.0.113.70", "operator", "wrong-" + i);
        }
        assertThat(signIn("203.0.113.70", "operator", console.password()).statusCode())
                .isEqualTo(429);

        HttpResponse<String> back = signIn("203.0.113.70", "OPERATOR", console.password(), known);

        assertThat(location(back)).isEqualTo("/activities");
        assertThat(back.headers().allValues("Set-Cookie").toString()).doesNotContain(KnownBrowsers.COOKIE);
        String forged = known.substring(0, known.length() - 1) + (known.endsWith("0") ? "1" : "0");
        for (String worthless : List.of(forged, KnownBrowsers.COOKIE + "=x", KnownBrowsers.COOKIE + "=")) {
            assertThat(signIn("203.0.113.70", "operator", console.password(), worthless)
                            .statusCode())
                    .isEqualTo(429);
        }
    }

    @Test
    void a_stolen_browser_s_cookie_guesses_no_faster_than_an_address_and_for_its_own_name_only() throws Exception {
        String stolen = browserCookie(signIn("203.0.113.80", "viewer", console.password() + "-viewer"));
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("203.0.113.81", "operator", "wrong-" + i, stolen).statusCode())
                    .isEqualTo(302);
            assertThat(signIn("203.0.113.8" + (2 + i), "viewer", "wrong-" + i, stolen)
                            .statusCode())
                    .isEqualTo(302);
        }

        assertThat(signIn("203.0.113.81", "operator", "wrong", stolen).statusCode())
                .isEqualTo(429);
        assertThat(signIn("203.0.113.89", "viewer", "wrong", stolen).statusCode())
                .isEqualTo(429);
    }

    @Test
    void an_address_that_the_client_wrote_itself_does_not_count() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("6.6.6." + i + ", 203.0.113.20", "operator", "wrong")
                            .statusCode())
                    .isEqualTo(302);
        }

        assertThat(signIn("7.7.7.7, 203.0.113.20", "operator", "wrong").statusCode())
                .isEqualTo(429);
    }

    @Test
    void an_address_that_tries_many_names_waits_for_all_of_them() throws Exception {
        int answer = 0;
        int tries = 0;
        while (answer != 429 && tries < 40) {
            answer = signIn("203.0.113.30", "name" + tries++, "wrong").statusCode();
        }

        // One more is paid off every 20 seconds.
        assertThat(tries).isBetween(31, 36);
        assertThat(location(signIn("203.0.113.31", "operator", console.password())))
                .isEqualTo("/activities");
    }

    @Test
    void a_forged_form_does_not_even_count() throws Exception {
        for (int i = 0; i < 40; i++) {
            assertThat(post("203.0.113.40", "", "username=operator&password=wrong&_csrf=x")
                            .statusCode())
                    .isEqualTo(403);
        }

        assertThat(location(signIn("203.0.113.40", "operator", console.password())))
                .isEqualTo("/activities");
    }

    @Test
    void every_sign_in_and_every_failure_is_on_record_and_no_password_is() throws Exception {
        signIn("203.0.113.50", "operator", console.password());
        for (int i = 0; i < 20; i++) {
            signIn("203.0.113.51", "OPERATOR", "a-wrong-password");
        }
        signIn("203.0.113.52", "my-secret-password", "operator");

        assertThat(rows("203.0.113.50")).containsExactly("operator SIGN_IN");
        assertThat(rows("203.0.113.51"))
                .hasSize(6)
                .contains("operator SIGN_IN_THROTTLED")
                .filteredOn("operator SIGN_IN_FAILED"::equals)
                .hasSize(5);
        assertThat(rows("203.0.113.52")).containsExactly("unknown SIGN_IN_FAILED");
        assertThat(console.mysql()
                        .queryForList("SELECT * FROM seckill_audit_log")
                        .toString())
                .doesNotContain("password", console.password());
    }

    @Test
    void the_cookie_travels_by_tls_only() throws Exception {
        assertThat(get("203.0.113.60").headers().firstValue("Set-Cookie"))
                .get()
                .asString()
                .contains("Secure", "HttpOnly", "SameSite=Strict");
    }

    private static List<String> rows(String address) {
        return console.mysql()
                .queryForList(
                        "SELECT CONCAT(actor, ' ', action) FROM seckill_audit_log WHERE subject = ? ORDER BY id",
                        String.class,
                        "address:" + address);
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("none: " + answer.statusCode());
    }

    private static String browserCookie(HttpResponse<String> signedIn) {
        String cookie = signedIn.headers().allValues("Set-Cookie").stream()
                .filter(one -> one.startsWith(KnownBrowsers.COOKIE))
                .findFirst()
                .orElseThrow();
        assertThat(cookie).contains("Secure", "HttpOnly", "SameSite=Strict", "Path=/login");
        return cookie.split(";")[0];
    }

    private static HttpResponse<String> signIn(String forwarded, String name, String password, String... cookies)
            throws Exception {
        HttpResponse<String> page = get(forwarded);
        String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        return post(
                forwarded,
                String.join(
                        "; ",
                        Stream.concat(Stream.of(cookie), Stream.of(cookies)).toList()),
                "username=" + name + "&password=" + password + "&_csrf="
                        + URLEncoder.encode(Browser.token(page.body()), StandardCharsets.UTF_8));
    }

    private static HttpResponse<String> get(String forwarded) throws Exception {
        return HTTP.send(request(forwarded).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String forwarded, String cookie, String form) throws Exception {
        return HTTP.send(
                request(forwarded)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Cookie", cookie)
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String forwarded) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/login")).header("X-Forwarded-For", forwarded);
    }
}
