package io.seckill.admin.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import io.seckill.common.stores.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** The stream behind the live screen: who may listen, what comes, and how it ends. */
@ExtendWith(OutputCaptureExtension.class)
class LiveStreamTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static Console console;
    private static long sale;

    @BeforeAll
    static void start() {
        console = Console.start(Map.of("seckill.admin.live.max-viewers", "3", "seckill.admin.live.max-sales", "2"));
        sale = Long.parseLong(Change.created(console, true));
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @BeforeEach
    void nobody_of_the_test_before_is_left() {
        await().atMost(SOON).until(() -> !console.bean(LiveHub.class).looking());
    }

    @Test
    void a_viewer_gets_the_figures_every_second_and_a_later_one_what_was_kept() {
        try (Stream first = listen(console.viewer(), sale)) {
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.answer().headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            assertThat(first.answer().headers().firstValue("X-Accel-Buffering")).hasValue("no");
            assertThat(first.next().data()).isEqualTo("[]");

            JsonNode tick = tick(first);
            assertThat(tick.get("reachable").asBoolean()).isTrue();
            assertThat(tick.get("sale").get("stock").asLong()).isEqualTo(10);
            assertThat(tick.get("sale").get("granted").asLong()).isEqualTo(10);
            assertThat(tick.get("sale").get("open").asBoolean()).isTrue();
            assertThat(tick.get("speed").get("accepted").isNull()).isTrue();
            JsonNode next = tick(first);
            assertThat(next.get("speed").get("accepted").asDouble()).isZero();
            assertThat(next.get("at").asLong()).isGreaterThan(tick.get("at").asLong());

            try (Stream second = listen(console.operator(), sale)) {
                Stream.Message history = second.next();
                assertThat(history.event()).isEqualTo("history");
                assertThat(history.json().get(0).get("at").asLong())
                        .isEqualTo(tick.get("at").asLong());
                assertThat(history.json().get(0).get("stock").asLong()).isEqualTo(10);
            }
        }
    }

    @Test
    void who_loads_the_page_anew_finds_what_was_there() {
        long first;
        try (Stream stream = listen(console.viewer(), sale)) {
            first = tick(stream).get("at").asLong();
        }
        LiveHub hub = console.bean(LiveHub.class);
        await().atMost(SOON).until(() -> hub.viewers() == 0);

        try (Stream again = listen(console.viewer(), sale)) {
            assertThat(again.next().json().get(0).get("at").asLong()).isEqualTo(first);
        }
    }

    @Test
    void a_sale_that_is_not_in_redis_is_told_as_such() {
        try (Stream stream = listen(console.viewer(), 404)) {
            stream.next();
            assertThat(tick(stream).get("sale").isNull()).isTrue();
        }
    }

    @Test
    void a_stranger_gets_no_stream_and_an_odd_id_none_either() {
        HttpResponse<String> stranger =
                console.stranger().get("/admin/api/live/" + sale, "Accept", "text/event-stream");
        assertThat(stranger.statusCode()).isEqualTo(401);
        assertThat(Browser.read(stranger).get("code").asString()).isEqualTo("UNAUTHENTICATED");
        HttpResponse<String> odd = console.viewer().get("/admin/api/live/0x10", "Accept", "text/event-stream");
        assertThat(odd.statusCode()).isEqualTo(400);
        assertThat(Browser.read(odd).get("code").asString()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void the_stream_ends_with_the_session() {
        Browser leaving = console.operator();
        try (Stream stream = listen(leaving, sale);
                Stream other = listen(console.operator(), sale)) {
            tick(other);
            leaving.form("/logout", Map.of());

            await().atMost(SOON).until(stream::ended);
            assertThat(other.ended()).isFalse();
            try (Stream again = listen(leaving, sale)) {
                assertThat(again.status()).isEqualTo(401);
            }
        }
    }

    @Test
    void more_screens_or_sales_than_allowed_are_told_to_try_later() {
        try (Stream one = listen(console.viewer(), sale);
                Stream two = listen(console.viewer(), 405);
                Stream another = listen(console.viewer(), 406)) {
            assertThat(one.status()).isEqualTo(200);
            assertThat(two.status()).isEqualTo(200);
            assertThat(another.status()).isEqualTo(429);
            try (Stream three = listen(console.viewer(), sale);
                    Stream four = listen(console.viewer(), sale)) {
                assertThat(three.status()).isEqualTo(200);
                assertThat(four.status()).isEqualTo(429);
                assertThat(four.answer().headers().firstValue("Retry-After")).hasValue("10");
            }
        }
    }

    @Test
    void when_the_last_one_has_gone_nothing_is_read_any_more_and_nobody_complains(CapturedOutput output) {
        LiveHub hub = console.bean(LiveHub.class);
        try (Stream stream = listen(console.viewer(), sale)) {
            tick(stream);
            assertThat(hub.looking()).isTrue();
            assertThat(hub.viewers()).isEqualTo(1);
        }

        await().atMost(SOON).until(() -> !hub.looking());
        assertThat(hub.viewers()).isZero();
        assertThat(output.getAll()).doesNotContain("ERROR", "Exception");
    }

    @Test
    @Tag("long")
    void a_stream_that_was_served_long_enough_ends_and_may_be_asked_for_again() {
        try (Console brief = Console.start(Map.of("seckill.admin.live.stream-for", "5s"))) {
            Browser browser = brief.viewer();
            try (Stream stream = Stream.open(brief.url(), 404, browser)) {
                await().atMost(SOON).until(stream::ended);
            }
            try (Stream stream = Stream.open(brief.url(), 404, browser)) {
                assertThat(stream.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void the_console_stops_although_somebody_watches() throws Exception {
        Console stopping = Console.start();
        try (Stream stream = Stream.open(stopping.url(), 404, stopping.viewer())) {
            stream.next();
            tick(stream);

            // The web server itself would wait thirty seconds for it.
            CompletableFuture.runAsync(stopping::close).get(20, TimeUnit.SECONDS);
            await().atMost(SOON).until(stream::ended);
        }
    }

    @Test
    void while_redis_is_away_the_screen_is_told_and_goes_on_afterwards() {
        try (RedisServer redis = RedisServer.start();
                Console other = Console.start(Map.of(
                        "spring.data.redis.host", redis.host(),
                        "spring.data.redis.port", Integer.toString(redis.port()),
                        "spring.data.redis.password", redis.password()))) {
            long warm = Long.parseLong(Change.created(other, true));
            try (Stream stream = Stream.open(other.url(), warm, other.viewer())) {
                stream.next();
                assertThat(tick(stream).get("sale").get("stock").asLong()).isEqualTo(10);

                redis.stop();
                await().atMost(SOON).until(() -> !tick(stream).get("reachable").asBoolean());
                redis.restart();
                await().atMost(SOON).until(() -> tick(stream).get("reachable").asBoolean());
                assertThat(tick(stream).get("sale").get("stock").asLong()).isEqualTo(10);
            }
        }
    }

    private static Stream listen(Browser browser, long activityId) {
        return Stream.open(console.url(), activityId, browser);
    }

    private static JsonNode tick(Stream stream) {
        Stream.Message message = stream.next();
        while (message.event().equals("history")) {
            message = stream.next();
        }
        assertThat(message.event()).as(message.data()).isEqualTo("tick");
        return message.json();
    }
}
