package io.seckill.admin.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.browser.BrowserTest;
import io.seckill.admin.browser.Visitor;
import io.seckill.admin.browser.WholeShop;
import io.seckill.admin.testing.Change;
import io.seckill.common.RedisKeys;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.ending.SaleCloser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The live screen in a real browser. */
@BrowserTest
class LivePageTest {

    private static final int ORDERS = 500;

    @Test
    void the_chart_falls_while_five_hundred_orders_run(WholeShop shop, Visitor visitor) throws Exception {
        long sale = sale(shop, ORDERS, "限量礼盒 · 双十一");
        visitor.signIn().openConsole("/live").sees("限量礼盒");
        visitor.press("a[href='/live/" + sale + "']").sees("实时，每秒更新");
        visitor.waitFor(page -> "500".equals(figure(visitor, "stock")));
        visitor.waitFor(page -> picture(visitor, "stock").length() > 100);
        String before = picture(visitor, "stock");

        // In waves, so that the way down is more than one step.
        for (int wave = 0; wave < 5; wave++) {
            List<Integer> answers = order(shop, sale, 1 + wave * 100, 100);
            assertThat(answers).containsOnly(202);
            int left = ORDERS - 100 * (wave + 1);
            visitor.waitFor(page -> Integer.toString(left).equals(figure(visitor, "stock")));
            visitor.waitFor(page -> ("剩余件数: 500 → " + left).equals(said(visitor, "stock")));
            assertThat(picture(visitor, "stock")).isNotEqualTo(before);
            before = picture(visitor, "stock");
        }
        assertThat(order(shop, sale, 9_001, 30)).containsOnly(409);

        visitor.waitFor(page -> "0".equals(figure(visitor, "backlog")));
        visitor.waitFor(page -> visitor.text().contains("已入库 500 / 500 单"));
        visitor.sees("已售 500 / 500 件");
        visitor.waitFor(page -> "30".equals(cell(visitor, "SOLD_OUT", "total")));
        assertThat(visitor.driver().findElements(By.cssSelector("#nodes tbody tr")))
                .hasSizeGreaterThanOrEqualTo(2);
        visitor.press("#table summary").screenshot("live-zh").requireAccessible();
        visitor.speaking(Locale.ENGLISH).seeing(true).openConsole("/live/" + sale);
        visitor.sees("Live, every second").waitFor(page -> "0".equals(figure(visitor, "stock")));
        visitor.waitFor(page -> picture(visitor, "rate").length() > 100);
        visitor.screenshot("live-en-dark").requireAccessible();
        visitor.onPhone().openConsole("/live/" + sale).sees("Live, every second");
        visitor.waitFor(page -> "0".equals(figure(visitor, "stock")));
        visitor.screenshot("live-phone").requireNoSidewaysScrolling().requireAccessible();
    }

    @Test
    void a_sale_that_is_not_warm_says_so_and_comes_alive_with_the_warm_up(WholeShop shop, Visitor visitor) {
        String sale = Change.created(shop.console(), false);
        visitor.speaking(Locale.ENGLISH).signInAsViewer().openConsole("/live/" + sale);
        visitor.sees("Redis has no such sale").requireAccessible();

        shop.console().bean(WarmUpService.class).warmUp(Long.parseLong(sale), "test");

        visitor.sees("Live, every second").sees("0 of 10 units sold");
        visitor.waitFor(page -> {
            // Again and again, since the worker opens it each time.
            redis(shop).opsForHash().put(RedisKeys.activity(Long.parseLong(sale)), "openFor", "another");
            return visitor.text().contains("The gate is shut");
        });
        shop.console().bean(SaleCloser.class).close(Long.parseLong(sale), "test");
        visitor.sees("Closed");
    }

    @Test
    void whoever_signs_out_elsewhere_is_told_to_sign_in(WholeShop shop, Visitor visitor) {
        String sale = Change.created(shop.console(), true);
        visitor.speaking(Locale.ENGLISH).signIn().openConsole("/live/" + sale).sees("Live, every second");
        String screen = visitor.driver().getWindowHandle();
        visitor.driver().executeScript("window.open('/audit')");
        visitor.driver().getWindowHandles().stream()
                .filter(tab -> !tab.equals(screen))
                .forEach(tab -> visitor.driver().switchTo().window(tab));
        visitor.atDesk().sees("Audit log").click("Sign out").sees("signed out");
        visitor.driver().close();
        visitor.driver().switchTo().window(screen);

        visitor.sees("You are signed out");
        visitor.requireAccessible().click("Sign in").sees("User name");
    }

    @Test
    void the_charts_keep_three_minutes_whatever_the_server_s_clock_does(Visitor visitor) {
        visitor.signIn().openConsole("/live");
        Object kept = visitor.driver()
                .executeAsyncScript("const done = arguments[0];"
                        + " import('/live-charts.js').then(({ Charts }) => {"
                        + "   const none = { querySelectorAll: () => [] };"
                        + "   const charts = new Charts(none, 'en', { format: () => '' });"
                        + "   const add = (at) => charts.add({ at, stock: 1, accepted: 0, stored: 0, backlog: 0, p99: null });"
                        + "   for (let s = 0; s < 1000; s++) { add(7_200_000 + s * 1000); }"
                        + "   const before = charts.points.length;"
                        + "   for (let s = 0; s < 1000; s++) { add(s * 1000); }"
                        + "   done([before, charts.points.length, charts.points.at(-1).at]); });");
        assertThat(kept).isEqualTo(List.of(181L, 181L, 999_000L));
    }

    @Test
    void a_value_between_two_that_are_not_known_is_drawn_as_a_dot(Visitor visitor) {
        visitor.signIn().openConsole("/live");
        Object alone = visitor.driver()
                .executeAsyncScript("const done = arguments[0]; import('/live-charts.js')"
                        + ".then(({ alone }) => done(alone([7, null, 0, 1, null, 5, null, 9])));");
        assertThat(alone).isEqualTo(List.of(0L, 5L, 7L));
    }

    @Test
    void a_lost_connection_is_forgotten_before_what_arrives_is_shown(Visitor visitor) {
        visitor.signIn().openConsole("/live");
        Object told = visitor.driver()
                .executeAsyncScript(
                        "const done = arguments[0]; const told = []; let calls = 0;"
                                + " const text = (s) => new ReadableStream({"
                                + "   start(to) { to.enqueue(new TextEncoder().encode(s)); } });"
                                + " window.fetch = () => ++calls === 1 ? Promise.reject(new TypeError('no network'))"
                                + "   : Promise.resolve({ status: 200, ok: true, body: text('event:tick\\ndata:{}\\n\\n') });"
                                + " import('/live-stream.js').then(({ listen }) => listen('/x',"
                                + "   (event) => { told.push(event); done(told); },"
                                + "   (state) => { told.push(state);"
                                + "     if (state === 'again') { setTimeout(() => window.dispatchEvent(new Event('online')), 1); } }));");
        assertThat(told).isEqualTo(List.of("again", "on", "tick"));
    }

    private static long sale(WholeShop shop, int units, String name) {
        Instant now = Instant.now();
        long id = shop.console()
                .bean(ActivityEditor.class)
                .create(new ActivityDraft(name, units, 0, 1, now.minusSeconds(60), now.plusSeconds(3_600)), "test")
                .id();
        shop.console().bean(WarmUpService.class).warmUp(id, "test");
        return id;
    }

    private static List<Integer> order(WholeShop shop, long sale, int firstUser, int users) {
        HttpClient http = HttpClient.newHttpClient();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int user = firstUser; user < firstUser + users; user++) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(shop.apiUrl() + "/seckill/order?activityId=" + sale + "&userId=" + user))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            answers.add(http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .thenApply(HttpResponse::statusCode));
        }
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static StringRedisTemplate redis(WholeShop shop) {
        return shop.console().bean(StringRedisTemplate.class);
    }

    private static String figure(Visitor visitor, String name) {
        return visitor.driver()
                .findElement(By.cssSelector("[data-figure=" + name + "]"))
                .getText();
    }

    private static String cell(Visitor visitor, String answer, String name) {
        return visitor.driver()
                .findElement(By.cssSelector("[data-answer=" + answer + "] [data-cell=" + name + "]"))
                .getText();
    }

    /** What the canvas shows, as the browser encodes it. */
    private static String picture(Visitor visitor, String chart) {
        return (String) visitor.driver()
                .executeScript("const canvas = document.querySelector('[data-chart=" + chart + "] canvas');"
                        + " return canvas === null ? '' : canvas.toDataURL()");
    }

    /** What the chart says to whoever hears it: where the line begins and where it is. */
    private static String said(Visitor visitor, String chart) {
        return visitor.driver()
                .findElement(By.cssSelector("[data-chart=" + chart + "]"))
                .getAttribute("aria-label");
    }
}
