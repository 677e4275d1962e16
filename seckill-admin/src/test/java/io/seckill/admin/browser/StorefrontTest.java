package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

/** From the first look at a sale to the paid order, by people with phones, tabs and bad networks. */
@BrowserTest
class StorefrontTest {

    /** The first order goes out and arrives; its answer never comes back. */
    private static final String LOSE_AN_ANSWER = """
            const ask = window.fetch;
            window.sent = 0;
            window.fetch = async (...call) => {
              const answer = await ask(...call);
              if (call[1]?.method === 'POST' && window.sent++ === 0) {
                await window.afterSending?.();
                throw new TypeError('Failed to fetch');
              }
              return answer;
            };
            """;

    /** The shop itself or something in front of it is busy, for as long as {@code window.away} says so. */
    private static final String BUSY = """
            const ask = window.fetch;
            window.away = 'shop';
            const json = '{"code": "SYSTEM_BUSY", "message": "", "data": null}';
            window.fetch = async (...call) =>
              window.away === 'shop' ? new Response(json, { status: 503, headers: { 'Retry-After': '1' } })
              : window.away === 'proxy' ? new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
              : ask(...call);
            """;

    private ShopWindow window;

    @BeforeEach
    void lookAtTheShop(WholeShop shop, Visitor visitor) {
        window = new ShopWindow(shop, visitor);
        ShopWindow.nextOther();
    }

    @AfterEach
    void letEverythingBeAsBefore() {
        window.network(true);
        window.workerRests(false);
    }

    @Test
    void somebody_on_a_phone_grabs_one_waits_in_the_queue_pays_and_finds_it_paid(Visitor visitor) {
        long activity = window.sale("无线降噪耳机 限量 100 件", 100);
        visitor.onPhone();
        window.open().sees(activity, "ready");
        visitor.screenshot("shop-ready-phone").requireNoSidewaysScrolling();

        window.workerRests(true);
        window.press(activity).sees(activity, "queued");
        assertThat(window.text(activity, "headline")).isEqualTo("排队中，名额已为您保留");
        visitor.screenshot("shop-queued-phone");

        // Reloaded in the middle, it asks and goes on.
        window.open().sees(activity, "queued");
        window.workerRests(false);
        window.sees(activity, "unpaid");
        assertThat(window.text(activity, "digits")).matches("14:\\d\\d|15:00");
        visitor.screenshot("shop-unpaid-phone").requireNoSidewaysScrolling();

        window.goesToPay(activity);
        visitor.sees("待支付").screenshot("pay-phone").requireAccessible().requireNoSidewaysScrolling();
        visitor.press(".act").sees("已支付");
        visitor.press("a");
        window.sees(activity, "paid");
        visitor.screenshot("shop-paid-phone");
        assertThat(window.stored(activity)).containsExactly(1);
    }

    @Test
    void with_the_keyboard_alone_and_in_english_focus_stays_on_the_button(Visitor visitor) {
        long activity = window.sale("Keyboard sale", 3);
        visitor.speaking(Locale.ENGLISH);
        window.open().sees(activity, "ready");
        while (!visitor.driver().switchTo().activeElement().equals(window.button(activity))) {
            visitor.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        }
        assertThat(window.button(activity).getText()).isEqualTo("Grab one");
        visitor.driver().switchTo().activeElement().sendKeys(Keys.ENTER, Keys.ENTER, Keys.ENTER);
        window.sees(activity, "unpaid");
        assertThat(window.text(activity, "headline")).isEqualTo("You got it! Please pay now");
        assertThat(visitor.driver().switchTo().activeElement()).isEqualTo(window.button(activity));

        visitor.click("中文");
        assertThat(window.text(activity, "headline")).isEqualTo("抢到了！请尽快付款");
        window.open().sees(activity, "unpaid");
        assertThat(window.button(activity).getText()).isEqualTo("去付款");
    }

    @Test
    void the_button_lights_up_when_the_servers_clock_says_so_whatever_the_phones_says() {
        window.prepared("Date.now = () => 0");
        Instant start = Instant.now().plusSeconds(5);
        long activity = window.sale("整点开抢", 1, start);
        window.open().sees(activity, "upcoming");
        assertThat(window.button(activity).getAttribute("aria-disabled")).isEqualTo("true");
        assertThat(window.text(activity, "digits")).matches("00:0\\d");
        window.press(activity);
        assertThat(window.phase(activity)).isEqualTo("upcoming");

        window.sees(activity, "ready").press(activity).sees(activity, "unpaid");
        assertThat(window.stored(activity)).containsExactly(0);
    }

    @Test
    @Tag("long")
    void what_is_sold_out_says_so_and_comes_back_by_itself_when_a_unit_returns() {
        long activity = window.sale("最后一件", 1);
        window.open().sees(activity, "ready");
        String order = window.another("POST", "/seckill/order?activityId=" + activity)
                .replaceAll("(?s).*\"orderId\":\"(\\d+)\".*", "$1");
        window.press(activity).sees(activity, "soldOut");
        window.open().sees(activity, "soldOut");

        assertThat(window.another("POST", "/seckill/order/" + order + "/cancel?"))
                .satisfiesAnyOf(
                        answer -> assertThat(answer).contains("CANCELLED"),
                        // It may still be in the queue, where nothing can be cancelled.
                        answer -> assertThat(cancelLater(order)).contains("CANCELLED"));
        window.sees(activity, "ready").press(activity).sees(activity, "unpaid");
    }

    private String cancelLater(String order) {
        return await().until(
                        () -> window.another("POST", "/seckill/order/" + order + "/cancel?"),
                        a -> a.contains("CANCELLED"));
    }

    @Test
    void a_lost_answer_is_never_called_a_failure_but_asked_after() {
        long activity = window.sale("信号不好", 5);
        window.prepared(LOSE_AN_ANSWER).open().sees(activity, "ready");
        window.script("""
                window.phases = [];
                const card = document.querySelector("[data-activity='%d']");
                new MutationObserver(() => window.phases.push(card.dataset.phase))
                    .observe(card, { attributeFilter: ['data-phase'] });
                """.formatted(activity));
        window.press(activity).sees(activity, "unpaid");
        assertThat(window.script("return [...new Set(window.phases)].join()"))
                .asString()
                .matches("sending,unsure,(queued,)?unpaid");
        assertThat(window.script("return window.sent")).isEqualTo(1L);

        assertThat(window.stored(activity)).containsExactly(0);
    }

    @Test
    void who_is_cut_off_after_sending_is_told_that_it_is_being_found_out(Visitor visitor) {
        long activity = window.sale("进了电梯", 5);
        window.prepared(LOSE_AN_ANSWER).open().sees(activity, "ready");
        visitor.requireNoScriptError();
        window.script("window.afterSending = () => new Promise((sent) => window.goOn = sent)");
        window.press(activity).sees(activity, "sending");
        await().until(() -> Boolean.TRUE.equals(window.script("return window.goOn !== undefined")));
        window.network(false);
        window.script("window.goOn()");
        window.sees(activity, "unsure");
        assertThat(window.text(activity, "detail")).contains("正在查询是否抢到");

        window.network(true);
        window.sees(activity, "unpaid");
        visitor.forgetErrors();
        assertThat(window.stored(activity)).containsExactly(0);
    }

    @Test
    @Tag("long")
    void offline_nothing_is_sent_and_that_is_what_it_says(Visitor visitor) {
        long activity = window.sale("飞行模式", 5);
        window.open().sees(activity, "ready");
        visitor.requireNoScriptError();
        window.network(false);
        window.press(activity).sees(activity, "again");
        assertThat(window.text(activity, "detail")).startsWith("没有网络，请求没有发出");
        window.network(true);
        window.sees(activity, "ready");
        assertThat(visitor.text()).doesNotContain("没有网络", "连不上");
        window.press(activity).sees(activity, "unpaid");
        visitor.forgetErrors();
        assertThat(window.stored(activity)).containsExactly(0);
    }

    @Test
    void two_tabs_and_quick_fingers_make_one_order_and_both_tabs_show_it(Visitor visitor) {
        long activity = window.sale("两个窗口", 5);
        window.open().sees(activity, "ready");
        String first = visitor.driver().getWindowHandle();
        visitor.driver().switchTo().newWindow(WindowType.TAB);
        window.open().sees(activity, "ready");
        window.script("document.querySelector(\"[data-activity='%d'] .act\").click()".formatted(activity));
        visitor.driver().switchTo().window(first);
        window.script("const b = document.querySelector(\"[data-activity='%d'] .act\"); b.click(); b.click(); b.click()"
                .formatted(activity));
        window.sees(activity, "unpaid");
        assertThat(window.script("return performance.getEntriesByType('resource')"
                        + ".filter(call => /order\\?/.test(call.name)).length"))
                .isIn(0L, 1L);
        for (String tab : visitor.driver().getWindowHandles()) {
            visitor.driver().switchTo().window(tab);
            window.sees(activity, "unpaid");
        }
        assertThat(window.stored(activity)).containsExactly(0);

        window.cancels(activity).sees(activity, "ready");
        visitor.driver().close();
        visitor.driver()
                .switchTo()
                .window(visitor.driver().getWindowHandles().iterator().next());
        window.sees(activity, "ready");
        assertThat(window.stored(activity)).containsExactly(2);
    }

    @Test
    void a_browser_that_may_not_remember_anything_still_buys() {
        long activity = window.sale("无痕浏览", 2);
        window.prepared("""
                Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });
                """);
        window.open().sees(activity, "ready").press(activity).sees(activity, "unpaid");
        assertThat(window.stored(activity)).containsExactly(0);
    }

    @Test
    void a_busy_shop_is_no_fault_of_the_buyers_network_and_opens_by_itself(Visitor visitor) {
        long activity = window.sale("数据库重启", 5);
        window.prepared(BUSY).open();
        visitor.sees("商城繁忙，与您的网络无关");
        window.script("window.away = 'proxy'");
        await().during(Duration.ofSeconds(2))
                .until(() -> visitor.text().contains("商城繁忙") && !visitor.text().contains("连不上"));
        window.script("window.away = ''");
        window.sees(activity, "ready");
        assertThat(visitor.text()).doesNotContain("商城繁忙");

        // An order that is known stays what it is while nobody can be asked.
        window.press(activity).sees(activity, "unpaid");
        window.script("window.away = 'shop'; dispatchEvent(new Event('online'))");
        visitor.sees("商城繁忙，与您的网络无关");
        assertThat(window.phase(activity)).isEqualTo("unpaid");
        assertThat(window.text(activity, "detail")).startsWith("商城繁忙");
        window.script("window.away = ''");
        await().until(() -> !visitor.text().contains("商城繁忙"));
    }

    @Test
    void an_unpaid_order_is_cancelled_after_a_question_and_another_may_be_bought(Visitor visitor) {
        long activity = window.sale("买错颜色了", 2);
        visitor.onPhone();
        window.open().sees(activity, "ready").press(activity).sees(activity, "unpaid");
        window.press(activity, ".cancel");
        visitor.sees("取消这张订单？").screenshot("shop-cancel-phone").requireAccessible();
        assertThat(visitor.driver().switchTo().activeElement().getText()).isEqualTo("保留订单");
        window.press(activity, ".keep");
        assertThat(window.phase(activity)).isEqualTo("unpaid");
        assertThat(window.stored(activity)).containsExactly(0);

        window.cancels(activity).sees(activity, "ready");
        assertThat(window.text(activity, "headline")).isEqualTo("订单已取消，可以再抢");
        assertThat(visitor.driver().switchTo().activeElement()).isEqualTo(window.button(activity));
        assertThat(window.stored(activity)).containsExactly(2);
        visitor.requireNoSidewaysScrolling().screenshot("shop-cancelled-phone");
        window.press(activity).sees(activity, "unpaid");
        assertThat(window.stored(activity)).containsExactly(2, 0);
    }

    @Test
    void a_cancel_whose_answer_was_lost_is_asked_after(Visitor visitor) {
        long activity = window.sale("取消时没信号", 2);
        window.prepared(LOSE_AN_ANSWER).open().sees(activity, "ready");
        window.script("window.sent = 1");
        window.press(activity).sees(activity, "unpaid");
        window.script("window.sent = 0; window.afterSending = () => new Promise((sent) => window.goOn = sent)");
        window.cancels(activity).sees(activity, "cancelling");
        await().until(() -> Boolean.TRUE.equals(window.script("return window.goOn !== undefined")));
        window.network(false);
        window.script("window.goOn()");
        window.sees(activity, "cancelUnsure");
        assertThat(window.stored(activity)).containsExactly(2);

        window.network(true);
        window.sees(activity, "ready");
        assertThat(window.text(activity, "headline")).isEqualTo("订单已取消，可以再抢");
        visitor.forgetErrors();
        assertThat(window.stored(activity)).containsExactly(2);
    }

    @Test
    void what_was_paid_in_another_tab_is_not_cancelled_in_this_one(Visitor visitor) {
        long activity = window.sale("付款还是取消", 2);
        window.open().sees(activity, "ready").press(activity).sees(activity, "unpaid");
        window.press(activity, ".cancel");
        window.pays(activity);
        window.press(activity, ".yes").sees(activity, "paid");
        assertThat(visitor.driver().switchTo().activeElement()).isEqualTo(window.button(activity));
        assertThat(window.stored(activity)).containsExactly(1);
    }

    /** After a cancelled order the newest one that the server knows is that one, not the one just asked for. */
    @Test
    @Tag("long")
    void an_order_before_is_no_answer_to_what_became_of_this_one() {
        long activity = window.sale("第二单丢了回复", 2);
        window.prepared(LOSE_AN_ANSWER).open().sees(activity, "ready");
        window.script("window.sent = 1");
        window.press(activity).sees(activity, "unpaid").cancels(activity).sees(activity, "ready");
        window.script("""
                const real = window.fetch;
                window.fetch = async (...call) => {
                  if (call[1]?.method === 'POST') throw new TypeError('Failed to fetch');
                  return real(...call);
                };
                """);
        window.press(activity).sees(activity, "unsure").sees(activity, "again");
        assertThat(window.text(activity, "detail")).startsWith("没有查到您的订单");
        assertThat(window.stored(activity)).containsExactly(2);
    }

    @Test
    void a_number_that_is_no_buyer_is_refused_where_it_is_typed(Visitor visitor) {
        window.open();
        for (String wrong : new String[] {"9223372036854775808", "99999999999999999999", "0", "-5", "1e3", "１２"}) {
            visitor.type("buyer-id", wrong).click("使用");
            assertThat(window.text("#buyer p")).as(wrong).contains("1 到 9223372036854775807");
            assertThat(window.script("return localStorage.getItem('seckill.buyer')"))
                    .as(wrong)
                    .isNotEqualTo(wrong);
        }
        visitor.requireAccessible();
        visitor.type("buyer-id", "9223372036854775807").click("使用");
        assertThat(window.text("#buyer p")).startsWith("仅开发环境");
        assertThat(window.script("return localStorage.getItem('seckill.buyer')"))
                .isEqualTo("9223372036854775807");
    }

    @Test
    @Tag("long")
    void what_one_buyer_was_trying_is_not_ordered_for_the_next(Visitor visitor) {
        long activity = window.sale("换人", 2);
        window.prepared(BUSY.replace("window.away === 'shop'", "window.away && call[1]?.method === 'POST'"))
                .open()
                .sees(activity, "ready")
                .press(activity)
                .sees(activity, "retrying");
        visitor.type("buyer-id", "4242").click("使用");
        window.script("window.away = ''");
        window.sees(activity, "ready");
        await().during(Duration.ofSeconds(3)).until(() -> window.phase(activity).equals("ready"));
        assertThat(window.stored(activity)).isEmpty();
    }
}
