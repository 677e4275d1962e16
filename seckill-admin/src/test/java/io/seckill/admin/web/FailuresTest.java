package io.seckill.admin.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever fails, and wherever: the answer says nothing of what the console is made of. */
class FailuresTest {

    private static final String[] INSIDES = {
        "Exception", "org.", "java.", "jakarta.", "io.seckill", "tools.jackson", "\tat ", "Tomcat", "Spring", "trace"
    };

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /login?lang=%zz HTTP/1.1\r\n",
                "GET /login?lang=%ff%fe HTTP/1.1\r\n",
                "GET /login?lang=a&lang=b&error=%00 HTTP/1.1\r\n",
                "GET /login;x=1 HTTP/1.1\r\n",
                "GET //login HTTP/1.1\r\n",
                "GET /../login HTTP/1.1\r\n",
                "GET /admin/api/..%2f..%2flogin HTTP/1.1\r\n",
                "GET /%00 HTTP/1.1\r\n",
                "GET /lo|gin HTTP/1.1\r\n",
                "GET /login\\x HTTP/1.1\r\n",
                "FOO /login HTTP/1.1\r\n",
                "TRACE /login HTTP/1.1\r\n",
                "PUT /login HTTP/1.1\r\n",
                "POST /error HTTP/1.1\r\n",
                "GET /error HTTP/1.1\r\n",
                "GET /error?trace=true&message=on HTTP/1.1\r\n",
                "GET /login HTTP/9.9\r\n",
                "GET /login HTTP/1.1\r\nContent-Length: abc\r\n",
                "GET /login HTTP/1.1\r\nContent-Length: -1\r\n",
                "POST /login HTTP/1.1\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
                "POST /login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\na=%zz",
                "nonsense\r\n"
            })
    void a_stranger_s_malformed_request_is_answered_without_a_word_of_the_inside(String request) throws Exception {
        String answer = send(request);

        assertThat(answer).as(request).doesNotContain(INSIDES).doesNotContainPattern("HTTP/1.1 5(?!05)");
    }

    @Test
    void too_large_a_form_and_too_many_parameters_are_refused() throws Exception {
        String large = "a=" + "x".repeat(70_000);
        assertThat(send("POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                        + large.length() + "\r\n\r\n" + large))
                .containsPattern("^HTTP/1.1 4\\d\\d ")
                .doesNotContain(INSIDES);
        assertThat(send("GET /login?" + "a=b&".repeat(100) + " HTTP/1.1\r\n"))
                .containsPattern("^HTTP/1.1 (200|4\\d\\d) ")
                .doesNotContain(INSIDES);
        assertThat(send("GET /login HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n"))
                .containsPattern("^HTTP/1.1 4\\d\\d ")
                .doesNotContain(INSIDES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "POST # /admin/api/activities # {",
                "POST # /admin/api/activities # []",
                "POST # /admin/api/activities # null",
                "POST # /admin/api/activities # {\"name\":{\"a\":1}}",
                "POST # /admin/api/activities # {\"startTime\":\"x\"}",
                "POST # /admin/api/activities # {\"@class\":\"java.lang.Runtime\"}",
                "POST # /admin/api/activities/1/stock # {\"units\":1e99}",
                "POST # /admin/api/activities/1/stock # {\"units\":99999999999999999999}",
                "POST # /admin/api/activities/9223372036854775807/close # ''",
                "POST # /admin/api/activities/%2e%2e/close # ''",
                "POST # /admin/api/dead-letters/%25/void # ''",
                "POST # /admin/api/dead-letters/%F0%9F%98%80/replay # ''",
                "POST # /admin/api/reconciliation/run # ''",
                "POST # /admin/api/reconciliation/run?activityId=1&activityId=2 # ''",
                "GET # /admin/api/audit?limit=0 # ''",
                "GET # /admin/api/audit?limit=101 # ''",
                "GET # /admin/api/audit?before=x # ''",
                "GET # /admin/api/dead-letters?state=open # ''",
                "GET # /admin/api/dead-letters?activityId=01 # ''",
                "GET # /admin/api/orders # ''",
                "GET # /admin/api/orders?userId=-1 # ''",
                "GET # /admin/api/monitor?activityId=0 # ''",
                "GET # /admin/api/nothing # ''",
                "DELETE # /admin/api/activities # ''",
                "POST # /error # ''"
            })
    void an_operator_s_malformed_request_is_told_what_is_wrong_in_the_envelope(
            String method, String path, String body) {
        HttpResponse<String> answer = operator.json(method, path, body, "Accept-Language", "en");

        assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.body()).doesNotContain(INSIDES);
        if (path.startsWith("/admin/api/") && answer.statusCode() != 400
                || answer.body().startsWith("{")) {
            assertThat(Browser.read(answer).get("code").asString()).matches("[A-Z_]+");
        }
    }

    @Test
    void what_breaks_inside_is_told_as_such_and_no_more() {
        String letter = Change.letter(console);
        console.mysql().update("UPDATE seckill_dead_letter SET state = 'NONSENSE' WHERE message_id = ?", letter);

        HttpResponse<String> program = operator.get("/admin/api/dead-letters", "Accept-Language", "en");

        assertThat(program.statusCode()).isEqualTo(500);
        assertThat(program.body())
                .isEqualTo("{\"code\":\"INTERNAL_ERROR\",\"message\":\"Internal error; the log has the details\","
                        + "\"data\":null}");
    }

    @Test
    void what_is_not_on_record_has_not_happened_and_whoever_is_needed_just_now_gets_in() {
        console.mysql().execute("RENAME TABLE seckill_audit_log TO seckill_audit_log_away");
        try {
            HttpResponse<String> page = operator.get("/audit");
            assertThat(page.statusCode()).isEqualTo(503);
            assertThat(page.body()).doesNotContain(INSIDES).doesNotContain("audit_log");
            for (Change change : Change.ALL) {
                if (change.name().equals("POST /admin/api/activities")
                        || change.name().equals("POST /activities")) {
                    HttpResponse<String> answer = change.send(
                            operator,
                            change.prepare(console),
                            "X-CSRF-TOKEN",
                            Browser.token(operator.get("/activities").body()));
                    assertThat(answer.statusCode()).isEqualTo(503);
                    assertThat(answer.body()).doesNotContain(INSIDES).doesNotContain("audit_log");
                }
            }
            assertThat(console.mysql()
                            .queryForObject(
                                    "SELECT COUNT(*) FROM seckill_activity WHERE name = 'a sale' AND state = 'DRAFT'",
                                    Long.class))
                    .isZero();
            assertThat(console.operator().get("/activities").statusCode()).isEqualTo(200);
        } finally {
            console.mysql().execute("RENAME TABLE seckill_audit_log_away TO seckill_audit_log");
        }
    }

    private static String send(String head) throws Exception {
        URI url = URI.create(console.url());
        String request = head.contains("\r\n\r\n") ? head : head + "\r\n";
        int first = request.indexOf("\r\n") + 2;
        String whole =
                request.substring(0, first) + "Host: localhost\r\nConnection: close\r\n" + request.substring(first);
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(whole.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
