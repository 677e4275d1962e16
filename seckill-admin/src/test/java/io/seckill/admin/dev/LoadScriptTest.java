package io.seckill.admin.dev;

import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code scripts/load.sh} against a server that says what each buyer is to be told. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and curl")
class LoadScriptTest {

    private static final Pattern BUYER = Pattern.compile("POST /seckill/order\\?activityId=7&userId=(\\d+)");

    private final Set<String> buyers = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final List<HttpServer> servers = new ArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile long busyFrom = Long.MAX_VALUE;
    private volatile IntFunction<String> activity = look -> activity("OPEN", -1, 1);

    /** From here on buyers are not believed. */
    private static final long STRANGER = 900;

    private record Outcome(int exitCode, String said) {}

    @BeforeEach
    void startTwoServers() throws IOException {
        for (int i = 0; i < 2; i++) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            server.setExecutor(threads);
            int place = i;
            server.createContext("/", exchange -> {
                if (exchange.getRequestMethod().equals("GET")) {
                    String said = exchange.getRequestURI().getPath().equals("/seckill/activities/7")
                            ? activity.apply(looks.incrementAndGet())
                            : "{\"code\":\"ACTIVITY_NOT_FOUND\",\"message\":\"\",\"data\":null}";
                    answer(exchange, said.contains("\"OK\"") ? 200 : said.contains("BUSY") ? 503 : 404, said);
                    return;
                }
                Matcher request = BUYER.matcher(exchange.getRequestMethod() + " " + exchange.getRequestURI());
                long user = request.matches() ? Long.parseLong(request.group(1)) : 0;
                buyers.add(place + ":" + user);
                answer(
                        exchange,
                        status(user),
                        "{\"code\":\"" + code(user) + "\",\"message\":\"\",\"data\":{\"code\":\"NOT_ME\"}}");
            });
            server.start();
            servers.add(server);
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] answer = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** An activity as the API shows it, its window in hours from now. */
    private static String activity(String state, int startHours, int endHours) {
        Instant now = Instant.now();
        return ("{\"code\":\"OK\",\"message\":\"OK\",\"data\":{\"id\":\"7\",\"name\":\"a, \\\"state\\\":\\\"CLOSED\\\"}\","
                        + "\"startTime\":\"%s\",\"endTime\":\"%s\",\"perOrderLimit\":1,\"state\":\"%s\",\"serverTime\":\"%s\"}}")
                .formatted(now.plus(startHours, HOURS), now.plus(endHours, HOURS), state, now);
    }

    @AfterEach
    void stopThem() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }

    private String code(long user) {
        return user >= STRANGER
                ? "UNAUTHENTICATED"
                : user >= busyFrom ? "SYSTEM_BUSY" : user == 0 ? "WRONG_REQUEST" : user <= 30 ? "OK" : "SOLD_OUT";
    }

    private int status(long user) {
        return user >= busyFrom ? 503 : user <= 30 ? 202 : 409;
    }

    @Test
    void every_buyer_asks_once_at_the_instances_in_turn_and_the_answers_are_counted() throws Exception {
        Outcome outcome =
                load("--activity", "7", "--users", "100", "--concurrency", "20", "--url", url(0), "--url", url(1));

        assertThat(outcome.said())
                .containsPattern("(?m)^  HTTP 202 +30$")
                .containsPattern("(?m)^  HTTP 409 +70$")
                .containsPattern("(?m)^  OK +30$")
                .containsPattern("(?m)^  SOLD_OUT +70$")
                .containsPattern("(?m)^  time p50 # ms, p90 # ms, p99 # ms, max # ms$".replace("#", "(<1|[1-9]\\d*)"))
                .doesNotContain("NOT_ME", "\r", "answered");
        assertThat(histogram(outcome.said())).isEqualTo(100);
        assertThat(outcome.exitCode()).isZero();
        assertThat(buyers).hasSize(100).contains("0:1", "1:2", "0:99", "1:100");
    }

    /** How many answers the picture of their times holds, each line with a bar unless it is empty. */
    private static int histogram(String said) {
        return Pattern.compile("(?m)^ {4} *\\d+ - +\\d+ ms +(\\d+) (#*)$")
                .matcher(said)
                .results()
                .mapToInt(line -> {
                    int answers = Integer.parseInt(line.group(1));
                    assertThat(line.group(2).isEmpty()).isEqualTo(answers == 0);
                    return answers;
                })
                .sum();
    }

    @Test
    void a_single_5xx_fails_it() throws Exception {
        busyFrom = 50;

        Outcome outcome = load("--activity", "7", "--users", "50", "--url", url(0));

        assertThat(outcome.said()).containsPattern("(?m)^  SYSTEM_BUSY +1$").contains("1 answer of 5xx, 0 requests");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void an_instance_that_is_away_fails_it_and_the_other_is_still_counted() throws Exception {
        String away = url(1);
        servers.get(1).stop(0);

        Outcome outcome = load("--activity", "7", "--users", "20", "--url", url(0), "--url", away);

        assertThat(outcome.said())
                .containsPattern("(?m)^  no answer +10$")
                .containsPattern("(?m)^  OK +10$")
                .contains("10 requests without an answer", "load: no answer from " + away + " - is it running?")
                .doesNotContain("no answer from " + url(0), "000");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void where_nobody_answers_it_says_so_at_once() throws Exception {
        String away = url(1);
        servers.get(1).stop(0);

        Outcome outcome = load("--activity", "7", "--url", away);

        assertThat(outcome).isEqualTo(new Outcome(2, "load: no answer from " + away + " - is it running?\n"));
    }

    @Test
    void what_does_not_exist_is_not_bought() throws Exception {
        Outcome outcome = load("--activity", "8", "--url", url(0));

        assertThat(outcome).isEqualTo(new Outcome(2, "load: there is no activity 8 at " + url(0) + "\n"));
        assertThat(buyers).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, 1, 2, it starts at",
        "OPEN, -2, -1, it ended at",
        "CLOSED, -1, 1, it is CLOSED",
        "DRAFT, -1, 1, it is not warmed up"
    })
    void what_is_not_on_sale_is_not_bought(String state, int start, int end, String why) throws Exception {
        activity = look -> activity(state, start, end);

        Outcome outcome = load("--activity", "7", "--url", url(0));

        assertThat(outcome.said())
                .startsWith("load: activity 7 is not on sale: " + why)
                .hasLineCount(1);
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(buyers).isEmpty();
    }

    @Test
    void what_was_warmed_up_a_moment_ago_is_waited_for_and_a_busy_database_is_not() throws Exception {
        activity = look -> activity(look == 1 ? "WARMING" : "OPEN", -1, 1);
        assertThat(load("--activity", "7", "--users", "1", "--url", url(0)).said())
                .startsWith("1 buyer of activity 7")
                .containsPattern("(?m)^  1 request in (<1|\\d+) s$");

        activity = look -> "{\"code\":\"SYSTEM_BUSY\",\"message\":\"\",\"data\":null}";
        Outcome busy = load("--activity", "7", "--users", "1", "--url", url(0));
        assertThat(busy.said()).contains("cannot be told just now");
        assertThat(busy.exitCode()).isZero();
    }

    @Test
    void buyers_that_are_not_believed_fail_it() throws Exception {
        Outcome outcome = load("--activity", "7", "--users", "3", "--first-user", "900", "--url", url(0));

        assertThat(outcome.said())
                .containsPattern("(?m)^  UNAUTHENTICATED +3$")
                .contains("seckill.identity.mode=param");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void the_buyers_may_begin_with_another_id() throws Exception {
        assertThat(load("--activity", "7", "--users", "2", "--first-user", "5", "--url", url(0))
                        .exitCode())
                .isZero();

        assertThat(buyers).containsExactlyInAnyOrder("0:5", "0:6");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--activity",
                "--activity 0x10",
                "--activity 07",
                "--activity 7 --users 0",
                "--activity 7 --users 100001",
                "--activity 7 --concurrency 301",
                "--activity 7 --url ftp://h",
                "--activity 7 --url http://h/?x",
                "--activity 7 --what 1"
            })
    void what_it_does_not_understand_it_does_not_do(String arguments) throws Exception {
        Outcome outcome = load(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.said()).startsWith("load: ").hasLineCount(1);
        assertThat(buyers).isEmpty();
    }

    private String url(int server) {
        return "http://127.0.0.1:" + servers.get(server).getAddress().getPort();
    }

    private static Outcome load(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", script().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), said);
    }

    private static Path script() {
        return Path.of(System.getProperty("basedir", "."), "..", "scripts", "load.sh");
    }
}
