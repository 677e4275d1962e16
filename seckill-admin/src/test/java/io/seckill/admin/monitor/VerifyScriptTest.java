package io.seckill.admin.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.core.StringRedisTemplate;

/** {@code scripts/verify.sh} against a console that runs: what it says, how it ends, and what it gives away. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for bash")
class VerifyScriptTest {

    private static final Path SCRIPT = Path.of("../scripts/verify.sh").toAbsolutePath();
    private static final Path OPERATOR = Path.of("../scripts/operator.sh").toAbsolutePath();

    private static Console console;
    private static StringRedisTemplate redis;

    @TempDir
    Path home;

    private long id;

    /** How the script ended and what it printed, errors included. */
    record Ended(int status, String output) {}

    @BeforeAll
    static void start() {
        console = Console.start();
        redis = console.bean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @BeforeEach
    void a_warm_sale() {
        Instant now = Clock.systemUTC().instant();
        id = console.bean(ActivityEditor.class)
                .create(
                        new ActivityDraft("\"redis\":{", 100, 10, 1, now.minusSeconds(60), now.plusSeconds(3600)),
                        "operator")
                .id();
        console.bean(WarmUpService.class).warmUp(id, "operator");
    }

    @Test
    void stores_that_agree_are_consistent() {
        Ended ended = verify(Long.toString(id));

        assertThat(ended.output().lines())
                .containsExactly(
                        "activity " + id,
                        "  units left in Redis              90  of 90 granted",
                        "  units left in MySQL             100  of 100, 10 of them reserved",
                        "  live orders                       0  0 units",
                        "  queued                            0",
                        "  in processing                     0",
                        "  in retry                          0",
                        "  dead letters                      0",
                        "  compared by id                    0  claims with orders and dead letters",
                        "CONSISTENT");
        assertThat(ended.status()).isZero();
    }

    @Test
    void operators_reach_the_rest_service_by_a_script() {
        Ended rebuilt = run(OPERATOR, Map.of(), "POST", "/admin/api/activities/" + id + "/rebuild");
        assertThat(rebuilt.output()).contains("\"code\":\"OK\"").contains("\"remaining\":90");
        assertThat(rebuilt.status()).isZero();

        Ended changed = run(OPERATOR, Map.of(), "POST", "/admin/api/activities/" + id + "/stock", "{\"units\": 5}");
        assertThat(changed.status()).as(changed.output()).isZero();

        Ended refused = run(OPERATOR, Map.of(), "POST", "/admin/api/activities/1/rebuild");
        assertThat(refused.output()).contains("ACTIVITY_NOT_FOUND");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(run(OPERATOR, Map.of(), "POST").status()).isEqualTo(2);
    }

    @Test
    void what_is_off_is_listed() {
        redis.opsForValue().set(RedisKeys.stock(id), "91");

        Ended ended = verify(Long.toString(id));

        assertThat(ended.output())
                .contains("NOT CONSISTENT")
                .contains("  REDIS_UNITS: stock 91 + claimed 0 is not granted 90")
                .contains("  UNITS_AT_REST: granted 90 is not stock 91 + ordered 0 + dead 0");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void orders_are_compared_by_id_and_not_by_their_number() {
        String[] claims = {"9000000000000000001", "9000000000000000002"};
        redis.opsForHash().put(RedisKeys.claims(id), "1", claims[0] + "|1|1|1767225600000|1");
        redis.opsForValue().decrement(RedisKeys.stock(id));
        redis.opsForHash().increment(RedisKeys.activity(id), "claimed", 1);
        redis.opsForHash().increment(RedisKeys.activity(id), "seq", 1);
        console.mysql()
                .update(
                        "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                                + " created_at)"
                                + " VALUES (?, ?, 1, 1, 1, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                        Long.parseLong(claims[1]) + id,
                        id);
        console.mysql().update("UPDATE seckill_activity SET stock = stock - 1, max_seq = 1 WHERE id = ?", id);

        Ended ended = verify(Long.toString(id));

        assertThat(ended.output())
                .contains("  compared by id                    1  claims")
                .contains("NOT CONSISTENT")
                .contains("CLAIM_WITHOUT_ORDER: claims without an order or an open dead letter, of orders " + claims[0])
                .contains("ORDER_WITHOUT_CLAIM: live orders and open dead letters without a claim, of orders ")
                .doesNotContain("UNITS");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void keys_that_are_gone_or_unreadable_are_listed() {
        redis.opsForValue().set(RedisKeys.stock(id), "\"90\"");
        assertThat(verify(Long.toString(id)).output())
                .contains("REDIS_UNREADABLE: keys of a wrong type or without a number: " + RedisKeys.stock(id));

        redis.delete(List.of(RedisKeys.stock(id), RedisKeys.activity(id)));
        Ended ended = verify(Long.toString(id));
        assertThat(ended.output()).contains("REDIS_MISSING").contains("  units left in Redis               -");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void it_waits_until_the_queue_is_empty() {
        redis.opsForList().leftPush(RedisKeys.queue(id), "1|1|1|message");
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> verify(Long.toString(id)));
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(10))
                .until(() -> !running.isDone());

        redis.delete(RedisKeys.queue(id));

        assertThat(running.join().output()).endsWith("CONSISTENT\n").contains("  queued                            0");
        assertThat(running.join().status()).isZero();
    }

    @Test
    void a_queue_that_does_not_get_empty_is_off() {
        redis.opsForList().leftPush(RedisKeys.queue(id), "1|1|1|message");

        Ended ended = verify("--timeout", "1", Long.toString(id));

        assertThat(ended.output())
                .contains("  queued                            1")
                .contains("  NOT_AT_REST: orders are still on their way, or units on their way back, after 1 seconds");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void whatever_cannot_be_asked_ends_with_two() throws IOException {
        assertThat(verify("999"))
                .isEqualTo(new Ended(2, "verify: the console answered 404: There is no such activity\n"));
        for (String wrong : new String[] {"", "0x10", "007", "1 2", "-1", "--help"}) {
            assertThat(verify(wrong).status()).as(wrong).isEqualTo(2);
            assertThat(verify(wrong).output()).startsWith("verify: usage:");
        }
        assertThat(verify("1", "2").status()).isEqualTo(2);
        assertThat(run(SCRIPT, Map.of("SECKILL_ADMIN_PASSWORD", "not-the-password"), Long.toString(id)))
                .isEqualTo(new Ended(2, "verify: the console refused the sign-in of operator\n"));
        assertThat(run(copy(), Map.of("SECKILL_ADMIN_PASSWORD", ""), Long.toString(id))
                        .output())
                .startsWith("verify: no password");
        assertThat(run(SCRIPT, Map.of("SECKILL_ADMIN_URL", "http://127.0.0.1:1"), Long.toString(id))
                        .output())
                .contains("verify: the console at http://127.0.0.1:1 does not answer");
    }

    @Test
    void the_credentials_come_from_the_file_of_the_run_if_the_environment_has_none() throws IOException {
        Files.createDirectories(home.resolve(".dev"));
        Files.writeString(
                home.resolve(".dev/operator.env"),
                "# made by the start\nSECKILL_ADMIN_USER=operator\r\nSECKILL_ADMIN_PASSWORD=" + console.password()
                        + "\nSECKILL_ADMIN_URL=" + console.url());

        Ended ended = run(
                copy(),
                Map.of("SECKILL_ADMIN_USER", "", "SECKILL_ADMIN_PASSWORD", "", "SECKILL_ADMIN_URL", ""),
                Long.toString(id));

        assertThat(ended.output()).endsWith("CONSISTENT\n");
    }

    @Test
    void a_password_with_quotes_and_signs_gets_through_and_on_no_command_line_and_nothing_is_left_behind()
            throws IOException {
        String odd = "a\"b\\c&d=e %f+g' $(h)";
        Path arguments = home.resolve("arguments");
        Path spy = Files.createDirectories(home.resolve("bin")).resolve("curl");
        Files.writeString(
                spy,
                "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" >>'" + arguments + "'\nPATH=${PATH#*:} exec curl \"$@\"\n");
        Files.setPosixFilePermissions(spy, PosixFilePermissions.fromString("rwx------"));
        Path temporary = Files.createDirectories(home.resolve("tmp"));
        try (Console another = Console.start(Map.of("seckill.admin.password", odd))) {
            Ended ended = run(
                    SCRIPT,
                    Map.of(
                            "PATH",
                            spy.getParent() + ":" + System.getenv("PATH"),
                            "TMPDIR",
                            temporary.toString(),
                            "SECKILL_ADMIN_URL",
                            another.url(),
                            "SECKILL_ADMIN_PASSWORD",
                            odd),
                    "999");

            assertThat(ended.output()).isEqualTo("verify: the console answered 404: There is no such activity\n");
        }
        assertThat(Files.readString(arguments)).contains("/login").doesNotContain("a\"b", "(h)", "a%22b");
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    private Path copy() throws IOException {
        Path scripts = Files.createDirectories(home.resolve("scripts"));
        Path copy = scripts.resolve("verify.sh");
        if (!Files.exists(copy)) {
            Files.copy(SCRIPT, copy);
            Files.copy(SCRIPT.resolveSibling("console-session.inc"), scripts.resolve("console-session.inc"));
        }
        return copy;
    }

    private Ended verify(String... arguments) {
        return run(SCRIPT, Map.of(), arguments);
    }

    private static Ended run(Path script, Map<String, String> environment, String... arguments) {
        Map<String, String> all = new HashMap<>(Map.of(
                "SECKILL_ADMIN_USER", console.username(),
                "SECKILL_ADMIN_PASSWORD", console.password(),
                "SECKILL_ADMIN_URL", console.url()));
        all.putAll(environment);
        ProcessBuilder process = new ProcessBuilder(
                        Stream.concat(Stream.of("bash", script.toString()), Stream.of(arguments))
                                .toList())
                .redirectErrorStream(true);
        process.environment().putAll(all);
        try {
            Process running = process.start();
            running.getOutputStream().close();
            String output = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(running.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
