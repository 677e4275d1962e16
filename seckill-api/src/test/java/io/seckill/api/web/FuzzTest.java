package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Crowd;
import io.seckill.api.support.KeptHttp;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Requests each of which has at least one thing wrong with it: a thousand every time, ten thousand in the long run. */
@ExtendWith(OutputCaptureExtension.class)
class FuzzTest {

    private static final int CLIENTS = 4;

    private static final Pattern ENVELOPE =
            Pattern.compile("\\{\"code\":\"[A-Z_]+\",\"message\":\".+\",\"data\":.+}", Pattern.DOTALL);

    private static final List<String> WRONG_NUMBERS = List.of(
            "",
            "0",
            "-1",
            "%2B7",
            "+7",
            "%207",
            "7%20",
            "1%202",
            "007",
            "0x10",
            "%23A",
            "1e3",
            "1.9",
            "1,000",
            "NaN",
            "null",
            "true",
            "%EF%BC%91",
            "%D9%A1",
            "%0A7",
            "7%0D%0A",
            "7%00",
            "9223372036854775808",
            "7:8",
            "7;8",
            "%257",
            "%E2%80%8B7",
            "%FF",
            "%C0%B7",
            "%ZZ",
            "%",
            "'%20OR%201=1",
            "%3Cscript%3E",
            "${jndi:x}",
            "../..");

    private static final List<String> WRONG_TAILS = List.of(
            "&zz=1",
            "&activityId=1",
            "&userId=1",
            "&quantity=0",
            "&quantity=99999",
            "&%00=1",
            "&%0d%0aSet-Cookie:x=1",
            "&z" + "&z1=1".repeat(40),
            "&quantity=1&quantity=1",
            "&activityId%5B%5D=1",
            "&orderId=x&z",
            "&waitMs=-1&z");

    private static final List<String> WRONG_HEADERS = List.of(
            "no colon\r\n",
            ": no name\r\n",
            "Host: second\r\n",
            "Content-Length: x\r\n",
            "Content-Length: -1\r\n",
            "Content-Length: 0\r\nContent-Length: 5\r\n",
            "Transfer-Encoding: rot13\r\n",
            "X-Long: " + "x".repeat(9_000) + "\r\n",
            "X-Nul: a\u0000b\r\n",
            "X Space: a\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n");

    private static final List<String> WRONG_PATHS = List.of(
            "/seckill/order;x=1",
            "/seckill/orde%72",
            "//seckill/order",
            "/seckill//order",
            "/seckill/../seckill/order",
            "/seckill/./order",
            "/SECKILL/order",
            "/seckill/order/",
            "/seckill/order.json",
            "/seckill/order%00",
            "/seckill/order/%2e%2e/order",
            "/seckill/order\\",
            "/seckill\\order",
            "/seckill/order%2f",
            "/seckill/order/0",
            "/seckill/order/0/cancel",
            "/seckill/order/x/cancel",
            "/seckill/activities/x",
            "/nowhere",
            "/error",
            "/actuator",
            "/actuator/env",
            "/actuator/health/x",
            "/seckill/order|",
            "/seckill/<order>",
            "*",
            "/",
            "");

    private static final List<String> WRONG_METHODS = List.of(
            "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "post", "GE T", "G\u0001T", "", "A".repeat(300));

    private static final List<String> SPOKEN =
            List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/9.9", "HTTP/x", "");

    private final RunningApi api = RunningApi.standard();
    private final Sale sale = Sale.of(api, 100);

    @Test
    void nothing_malformed_breaks_anything_or_takes_a_unit(CapturedOutput output) {
        assertHarmless(1_000, output);
    }

    @Test
    @Tag("long")
    void nor_do_ten_thousand(CapturedOutput output) {
        assertHarmless(10_000, output);
    }

    private void assertHarmless(int requests, CapturedOutput output) {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        List<Map<Integer, Integer>> counts =
                Crowd.act(CLIENTS, client -> talk(new Random(seed + client), requests / CLIENTS));
        Map<Integer, Integer> all = new TreeMap<>();
        counts.forEach(count -> count.forEach((status, n) -> all.merge(status, n, Integer::sum)));
        System.out.println("answers by status (0: closed without one): " + all);
        assertThat(all.keySet()).allMatch(status -> status < 500);
        assertThat(sale.redisStock()).isEqualTo("100");
        assertThat(sale.queued()).isZero();
        assertThat(sale.inRedis("seq")).isEqualTo("0");
        assertThat(output).doesNotContain("[entry] failed");
        assertThat(api.order(sale.id(), Users.next()).outcome()).isEqualTo("202 OK");
    }

    private Map<Integer, Integer> talk(Random random, int requests) {
        Map<Integer, Integer> count = new TreeMap<>();
        try (KeptHttp http = new KeptHttp(api.port())) {
            for (int i = 0; i < requests; i++) {
                String request = request(random);
                boolean hasBody = !request.startsWith("HEAD");
                KeptHttp.Answer answer = http.exchange(request, hasBody);
                count.merge(answer.status(), 1, Integer::sum);
                if (answer.status() != 0 && hasBody) {
                    assertThat(answer.body())
                            .as(request)
                            .matches(ENVELOPE)
                            .doesNotContain("Exception", "org.", "java.");
                    assertThat(answer.type()).as(request).startsWith("application/json");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return count;
    }

    private String request(Random random) {
        String method = "POST";
        String path = "/seckill/order";
        String query = "activityId=" + sale.id() + "&userId=" + Users.next();
        String headers = "";
        String body = "";
        String version = "HTTP/1.1";
        switch (random.nextInt(9)) {
            case 0 -> query = "activityId=" + pick(WRONG_NUMBERS, random) + "&userId=" + Users.next();
            case 1 -> query = "activityId=" + sale.id() + "&userId=" + pick(WRONG_NUMBERS, random);
            case 2 -> query += pick(WRONG_TAILS, random);
            case 3 -> headers = pick(WRONG_HEADERS, random);
            case 4 -> path = pick(WRONG_PATHS, random);
            case 5 -> method = pick(WRONG_METHODS, random);
            case 6 -> {
                body = garbage(random, 1 + random.nextInt(300));
                path = random.nextBoolean() ? path : "/seckill/payment/callback";
                query = path.endsWith("order") ? query : "";
                headers = (random.nextBoolean() ? "Content-Type: application/x-www-form-urlencoded\r\n" : "")
                        + "Content-Length: " + body.length() + "\r\n";
            }
            case 7 -> {
                method = random.nextBoolean() ? "GET" : "HEAD";
                path = random.nextBoolean() ? "/seckill/order/status" : "/seckill/order/" + pick(WRONG_NUMBERS, random);
                query += "&orderId=" + pick(WRONG_NUMBERS, random);
            }
            default -> query += "&z" + garbage(random, random.nextInt(60));
        }
        if (random.nextInt(20) == 0) {
            version = pick(SPOKEN, random);
        }
        return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " " + version + "\r\nHost: x\r\n" + headers
                + "Accept-Language: "
                + (random.nextBoolean() ? "en" : garbage(random, 10).replaceAll("[\\r\\n\\x00]", ""))
                + "\r\n\r\n" + body;
    }

    private static String garbage(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            // No line end and no space: the request stays one request.
            char next = (char) (33 + random.nextInt(223));
            text.append(next);
        }
        return text.toString();
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}
