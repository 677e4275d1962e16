package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.RawHttp;
import io.seckill.api.support.RunningApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawHttpTest {

    private final RunningApi api = RunningApi.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /a|b HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET /a b HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET / HTTP/1.1\nConnection: close\n\n",
                "GET / HTTP/1.1\nHost: a b\nConnection: close\n\n",
                "GET / HTTP/1.1\nHost: x\nHost: y\nConnection: close\n\n",
                "GET / HTTP/1.1\nHost: x\nContent-Length: abc\nConnection: close\n\n",
                "GET / HTTP/1.1\nHost: x\nbad header\nConnection: close\n\n",
                "GET /%zz HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET /seckill/activities?a=%GG HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET /seckill/activities?a=% HTTP/1.1\nHost: x\nConnection: close\n\n",
                "POST /seckill/order HTTP/1.1\nHost: x\nContent-Length: 3\nTransfer-Encoding: chunked\nConnection: close\n\n0\n\n",
                "\u0000\u0001\u0002\n\n",
                "G=T / HTTP/1.1\nHost: x\nConnection: close\n\n",
                "GET / HTTP/9.9\nHost: x\nConnection: close\n\n",
                "GET / HTTP/1.1\nHost: x\nX-Folded: a\n b c\n: no name\nConnection: close\n\n"
            })
    void what_is_no_http_is_refused_in_the_envelope_and_says_nothing_of_the_server(String request) throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            String answer = http.send(request).untilClosed();
            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Content-Security-Policy: ");
            assertInEnvelope(answer, "INVALID_ARGUMENT");
        }
    }

    @Test
    void however_many_languages_somebody_reads_they_get_an_answer() throws IOException {
        for (String path : new String[] {"/seckill/activities", "/nowhere", "/actuator/health"}) {
            try (RawHttp http = RawHttp.connect(api)) {
                String answer = http.send("GET " + path + " HTTP/1.1\nHost: x\nAccept-Language: " + "en,".repeat(1000)
                                + "zh\nConnection: close\n\n")
                        .untilClosed();
                assertThat(answer).as(path).startsWith("HTTP/1.1 " + (path.equals("/nowhere") ? "404" : "200"));
            }
        }
    }

    @Test
    void blank_lines_do_not_keep_a_socket() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> isClosedAfter(http, "\n"));
        }
    }

    @Test
    void a_blank_line_in_front_of_a_request_is_forgiven() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            http.send("\n");
            http.send("\n");
            String answer = http.send("GET /seckill/activities HTTP/1.1\nHost: x\nConnection: close\n\n")
                    .untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 200");
        }
    }

    private static boolean isClosedAfter(RawHttp http, String text) {
        try {
            http.send(text);
            return false;
        } catch (IOException | UncheckedIOException e) {
            return true;
        }
    }

    @Test
    void headers_beyond_the_limit_are_refused_in_the_envelope() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            String request = "GET / HTTP/1.1\nHost: x\nX-Large: " + "x".repeat(9000) + "\nConnection: close\n\n";
            String answer = http.send(request).untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 4");
            assertThat(answer).contains("\"code\":").doesNotContain("<html");
        }
    }

    @Test
    void twenty_thousand_parameters_are_refused() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            String request =
                    "GET /seckill/activities?" + "a&".repeat(3000) + " HTTP/1.1\nHost: x\nConnection: close\n\n";
            String answer = http.send(request).untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 400");
            assertInEnvelope(answer, "INVALID_ARGUMENT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "BREW", "PUT", "DELETE", "PATCH"})
    void a_method_that_nobody_serves_is_refused_in_the_envelope(String method) throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            String answer = http.send(method + " /seckill/activities HTTP/1.1\nHost: x\nConnection: close\n\n")
                    .untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 405");
            assertInEnvelope(answer, "METHOD_NOT_ALLOWED");
        }
    }

    private static void assertInEnvelope(String answer, String code) {
        assertThat(answer)
                .contains("{\"code\":\"" + code + "\"")
                .containsIgnoringCase("Content-Type: application/json")
                .doesNotContain("<html", "Exception", "apache", "org.", "java.");
    }

    @Test
    void an_encoding_that_nobody_knows_is_no_fault_of_ours() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            String answer = http.send(
                            "POST /seckill/order HTTP/1.1\nHost: x\nTransfer-Encoding: rot13\nConnection: close\n\n")
                    .untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 4").contains("{\"code\":");
        }
    }
}
