package io.seckill.admin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A store goes away under the console: 503 with Retry-After meanwhile, and all well again by itself afterwards. */
class StoreAwayTest {

    private static final Duration HEALS = Duration.ofSeconds(60);

    @Test
    void without_redis_the_console_is_busy_until_redis_is_back() {
        try (RedisServer redis = RedisServer.start();
                Console console = Console.start(Map.of(
                        "spring.data.redis.host", redis.host(),
                        "spring.data.redis.port", Integer.toString(redis.port()),
                        "spring.data.redis.password", redis.password()))) {
            Browser browser = console.operator();
            long id = created(browser);
            browser.json("POST", "/admin/api/activities/" + id + "/warm-up", "");
            redis.stop();

            assertBusy(browser.get("/admin/api/monitor?activityId=" + id));
            assertBusy(browser.get("/admin/api/activities"));
            assertBusyPage(browser.get("/activities"));

            redis.restart();
            await().atMost(HEALS)
                    .until(() ->
                            browser.get("/admin/api/monitor?activityId=" + id).statusCode() == 200);
            assertThat(browser.get("/activities").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void without_mysql_the_console_is_busy_until_mysql_is_back() {
        try (MySqlServer mysql = MySqlServer.start()) {
            Database database = mysql.newDatabase();
            try (Console console = Console.start(Map.of(
                    "spring.datasource.url", database.jdbcUrl(),
                    "spring.datasource.username", database.user(),
                    "spring.datasource.password", database.password()))) {
                Browser browser = console.operator();
                long id = created(browser);
                String token = Browser.token(browser.get("/activities").body());
                mysql.kill9();

                assertBusy(browser.get("/admin/api/activities/" + id));
                assertBusyPage(browser.get("/activities"));
                HttpResponse<String> pressed = browser.form("/activities/" + id + "/delete", Map.of(), token);
                assertThat(pressed.statusCode()).isEqualTo(503);
                assertThat(pressed.body()).contains("不确定刚才的操作是否已生效").doesNotContain("重试");

                mysql.restart();
                await().atMost(HEALS)
                        .until(() -> browser.get("/admin/api/activities/" + id).statusCode() == 200);
            }
        }
    }

    private static long created(Browser browser) {
        return Browser.read(browser.json(
                        "POST",
                        "/admin/api/activities",
                        "{\"name\":\"a sale\",\"totalStock\":10,\"startTime\":\"2098-05-01T10:00:00Z\","
                                + "\"endTime\":\"2098-05-01T12:00:00Z\"}"))
                .get("data")
                .get("id")
                .asLong();
    }

    private static void assertBusy(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(Browser.read(answer).get("code").asString()).isEqualTo("SYSTEM_BUSY");
        assertThat(answer.body()).doesNotContain("Exception");
    }

    private static void assertBusyPage(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body()).contains("存储暂时无法访问", "重试").doesNotContain("Exception");
    }
}
