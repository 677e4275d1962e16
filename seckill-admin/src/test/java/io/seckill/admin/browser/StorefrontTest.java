package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
    void offline_nothing_is_sent_and_that_is_what_it_says(Visitor visitor) {
        long activity = window.sale("飞行模式", 5);
        window.open().sees(activity, "ready");
        visitor.requireNoScriptError();
        window.network(false);
        window.press(activity).sees(activity, "again");
        assertThat(window.text(activity, "detail")).startsWith("没有网络，请求没有发出");
        window.network(true);
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
        visitor.driver().close();
        visitor.driver()
                .switchTo()
                .window(visitor.driver().getWindowHandles().iterator().next());
        assertThat(window.stored(activity)).containsExactly(0);
    }
}
