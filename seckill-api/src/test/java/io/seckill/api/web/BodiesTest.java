package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.RawHttp;
import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.service.http.BodyReading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Bodies as no decent client would send them. */
@ExtendWith(OutputCaptureExtension.class)
class BodiesTest {

    private static final String CALLBACK = "POST /seckill/payment/callback HTTP/1.1\nHost: x\n";

    private final RunningApi api = RunningApi.standard();
    private final Sale sale = Sale.of(api, 10);
    private final String order =
            "POST /seckill/order?activityId=" + sale.id() + "&userId=" + Users.next() + " HTTP/1.1\nHost: x\n";

    @AfterEach
    void nothing_was_sold() {
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    @Test
    void a_body_that_does_not_come_is_not_waited_for() throws IOException {
        Map<String, Integer> expected = Map.of(
                "Content-Length: 100\n", 400,
                "Content-Length: 100\nContent-Type: text/plain\n", 415,
                "Content-Length: 1000000000\n", 413,
                "Transfer-Encoding: chunked\n", 400,
                "Content-Length: 100\nExpect: 100-continue\n", 400);
        Map<String, RawHttp> waiting = new HashMap<>();
        for (String headers : expected.keySet()) {
            waiting.put(headers, RawHttp.connect(api).send(order + headers + "\n"));
        }
        for (Map.Entry<String, RawHttp> one : waiting.entrySet()) {
            try (RawHttp http = one.getValue()) {
                String answer = http.untilClosed().replace("HTTP/1.1 100 \r\n\r\n", "");
                assertThat(answer).as(one.getKey()).startsWith("HTTP/1.1 " + expected.get(one.getKey()));
                assertThat(answer).contains("{\"code\":").containsIgnoringCase("Connection: close");
            }
        }
    }

    @Test
    void more_bodies_that_do_not_come_than_there_are_threads_hold_nobody_up(CapturedOutput output) throws IOException {
        List<RawHttp> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                String head = i % 2 == 0 ? order : CALLBACK;
                idle.add(RawHttp.connect(api).send(head + "Content-Length: 100\n\n{"));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(api.get("/seckill/activities").outcome()).isEqualTo("200 OK");
            }
        } finally {
            for (RawHttp http : idle) {
                http.close();
            }
        }
        // Whoever hangs up is noticed by then.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/seckill/activities").status() == 200 && BodyReading.underWay() == 0);
        assertThat(output).doesNotContain("[entry] failed");
    }

    @Test
    void a_connection_is_still_good_after_a_body_that_was_read_and_dropped() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            http.send(order + "Content-Type: text/plain\nContent-Length: 5\n\nhello");
            String answers = http.send("GET /seckill/activities HTTP/1.1\nHost: x\nConnection: close\n\n")
                    .untilClosed();
            assertThat(answers).startsWith("HTTP/1.1 415").contains("HTTP/1.1 200");
        }
    }

    @Test
    void a_report_may_come_in_pieces() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            http.send(
                    CALLBACK + "Content-Type: application/json\nContent-Length: 20\nConnection: close\n\n{\"orderId\"");
            String answer = http.send(":\"1234567").send("}").untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 401").contains("UNAUTHENTICATED");
        }
        try (RawHttp http = RawHttp.connect(api)) {
            http.send(CALLBACK + "Transfer-Encoding: chunked\nConnection: close\n\n5\nhello\n");
            assertThat(http.send("3\nabc\n").send("0\n\n").untilClosed()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void a_report_that_is_too_long_is_refused_also_when_it_does_not_say_so_first() throws IOException {
        try (RawHttp http = RawHttp.connect(api)) {
            http.send(CALLBACK + "Content-Length: 4097\n\n");
            String answer = http.send("x".repeat(4097)).untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 413").contains("PAYLOAD_TOO_LARGE");
        }
        try (RawHttp http = RawHttp.connect(api)) {
            http.send(CALLBACK + "Transfer-Encoding: chunked\n\n");
            String answer = http.send("1001\n" + "x".repeat(4097) + "\n").untilClosed();
            assertThat(answer).startsWith("HTTP/1.1 413").contains("PAYLOAD_TOO_LARGE");
        }
    }

    @Test
    void chunks_that_are_none_end_the_connection_and_harm_nobody(CapturedOutput output) throws IOException {
        for (String head : List.of(order, CALLBACK)) {
            try (RawHttp http = RawHttp.connect(api)) {
                http.send(head + "Transfer-Encoding: chunked\n\nzz\nhello\n");
                assertThat(http.untilClosed()).startsWith("HTTP/1.1 400").contains("INVALID_ARGUMENT");
            }
        }
        Reply reply = api.get("/seckill/activities");
        assertThat(reply.outcome()).isEqualTo("200 OK");
        assertThat(output).doesNotContain("[entry] failed");
    }
}
