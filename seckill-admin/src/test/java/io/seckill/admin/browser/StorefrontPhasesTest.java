package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every phase at once, on a page whose answers are made up, since some of them are rare. Its requests never reach a
 * server.
 */
@BrowserTest
class StorefrontPhasesTest {

    /** Activities 1 to 20, and what their buyer is answered. */
    private static final String ANSWERS = """
            const at = (s) => new Date(Date.now() + s * 1000).toISOString();
            const sale = (id, name, more = {}) => ({ id, name, startTime: at(-60), endTime: at(3600), perOrderLimit: 1,
              state: 'OPEN', remaining: 42, ...more });
            const list = [
              sale('1', 'upcoming', { startTime: at(754) }), sale('2', 'preparing', { state: 'WARMING', remaining: undefined }),
              sale('3', 'ready'), sale('4', 'queued'), sale('5', 'confirming'), sale('6', 'processing'),
              sale('7', 'unpaid'), sale('8', 'late'), sale('9', 'paid'), sale('10', 'soldOut', { remaining: 0 }),
              sale('11', 'ended', { endTime: at(-5) }), sale('12', 'ready'), sale('13', 'again'), sale('14', 'refused'),
              sale('15', 'retrying'), sale('16', 'unsure'), sale('17', 'planned', { state: 'DRAFT', startTime: at(754) }),
              sale('18', 'unopened', { state: 'DRAFT', remaining: undefined }), sale('19', 'cancelling'),
              sale('20', 'cancelUnsure') ];
            const orders = {
              4: { status: 'QUEUED', queueAhead: 12 }, 5: { status: 'CONFIRMING' }, 6: { status: 'PROCESSING' },
              7: { status: 'PENDING_PAYMENT', payBefore: at(45) }, 8: { status: 'PENDING_PAYMENT', payBefore: at(-1) },
              19: { status: 'PENDING_PAYMENT', payBefore: at(800) }, 20: { status: 'PENDING_PAYMENT', payBefore: at(800) },
              9: { status: 'PAID' }, 12: { status: 'CANCELLED', closeReason: 'TIMEOUT' } };
            const placed = {
              13: [409, { code: 'NOT_OPEN', data: null }], 14: [403, { code: 'FORBIDDEN', message: '-', data: { reason: 'not_eligible' } }],
              15: [503, { code: 'SYSTEM_BUSY', data: null }] };
            const answer = (status, body) => new Response(JSON.stringify(body), { status, headers: { 'Retry-After': '60' } });
            window.fetch = async (address, { method }) => {
              const url = new URL(address, location);
              const id = url.searchParams.get('activityId');
              if (url.pathname.endsWith('19/cancel')) return new Promise(() => {});
              if (url.pathname.endsWith('20/cancel')) throw new TypeError('Failed to fetch');
              if (!id) return answer(200, { code: 'OK', data: { serverTime: at(0), activities: list } });
              if (method === 'POST' && placed[id]) return answer(...placed[id]);
              if (id === '16' && window.cut) throw new TypeError('Failed to fetch');
              if (!orders[id]) return answer(404, { code: 'ORDER_NOT_FOUND', data: null });
              if (url.searchParams.get('waitMs')) await new Promise((done) => setTimeout(done, 5000));
              return answer(200, { code: 'OK', data: { orderId: '91533603194078974' + id, activityId: id, quantity: 1, ...orders[id] } });
            };
            """;

    private ShopWindow window;

    @BeforeEach
    void lookAtTheShop(WholeShop shop, Visitor visitor) {
        window = new ShopWindow(shop, visitor);
        window.prepared(ANSWERS);
    }

    @Test
    void each_has_its_words_in_both_languages_and_is_accessible_in_light_and_dark(Visitor visitor) {
        visitor.speaking(Locale.ENGLISH);
        bringAbout();
        requireWords("\\p{IsHan}");
        visitor.screenshot("shop-phases-en").requireAccessible();

        visitor.click("中文");
        requireWords("[A-Za-z]{4}");
        requireNoTalkOfFailure();
        visitor.seeing(true).onPhone().requireNoSidewaysScrolling().screenshot("shop-phases-zh-phone-dark");
        visitor.requireAccessible();
    }

    /** What is uncertain never reads as a failure. */
    private void requireNoTalkOfFailure() {
        for (long uncertain : new long[] {4, 5, 6, 8, 15, 16, 19, 20}) {
            assertThat(window.text(uncertain, "headline") + window.text(uncertain, "detail"))
                    .as(window.phase(uncertain))
                    .doesNotContain("失败", "没有抢到");
            assertThat(window.button(uncertain).getAttribute("aria-disabled")).isEqualTo("true");
        }
        assertThat(window.text(4, "detail")).isEqualTo("前面还有 12 人");
        assertThat(window.text(5, "detail")).contains("是否抢到还在确认").doesNotContain("已受理", "不会丢失");
        assertThat(window.text(7, "headline")).contains("不到一分钟");
        assertThat(window.text(12, "detail")).contains("超时未付款");
        assertThat(window.text(16, "detail")).contains("正在查询是否抢到");
    }

    @Test
    void both_languages_know_the_same_texts(Visitor visitor) {
        window.open();
        Object keys = visitor.driver().executeAsyncScript("""
                        const done = arguments[0];
                        const address = document.querySelector('link[href$="texts.js"]').href;
                        fetch = undefined;
                        import(address).then((texts) => done(texts.languages.map((one) => Object.keys(one).sort().join())));
                        """);
        assertThat((List<?>) keys).hasSize(2);
        assertThat(((List<?>) keys).get(0)).isEqualTo(((List<?>) keys).get(1));
    }

    private void bringAbout() {
        window.open();
        for (Map.Entry<Long, String> pressed : Map.of(13L, "again", 14L, "refused", 15L, "retrying", 16L, "unsure")
                .entrySet()) {
            window.sees(pressed.getKey(), "ready");
            window.script("window.cut = true");
            window.press(pressed.getKey()).sees(pressed.getKey(), pressed.getValue());
        }
        for (Map.Entry<Long, String> cancelled :
                Map.of(19L, "cancelling", 20L, "cancelUnsure").entrySet()) {
            window.sees(cancelled.getKey(), "unpaid").cancels(cancelled.getKey());
            window.sees(cancelled.getKey(), cancelled.getValue());
        }
        for (long id = 1; id <= 20; id++) {
            window.sees(id, window.text(id, "head h2"));
        }
    }

    private void requireWords(String other) {
        for (long id = 1; id <= 20; id++) {
            String words = window.text(id, "headline") + window.button(id).getText() + window.text(id, "detail");
            assertThat(window.text(id, "headline")).as(window.phase(id)).isNotBlank();
            assertThat(window.button(id).getText()).as(window.phase(id)).isNotBlank();
            assertThat(words.matches("(?s).*" + other + ".*")).as(words).isFalse();
        }
    }
}
