package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.PaymentService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every screen of the console as it looks with something on it: in both languages, light, dark and on a phone, and
 * without a serious finding of the checker.
 */
@BrowserTest
class ScreensTest {

    /** Tables become cards there; the other screens differ in width alone, and the checker is slow. */
    private static final Set<String> OTHER_ON_A_PHONE = Set.of("activities", "dead-letters", "reconciliation");

    private static Map<String, String> screens;

    @Test
    void chinese_and_light(WholeShop shop, Visitor visitor) throws Exception {
        visitor.signIn();
        show(shop, visitor, "zh-light");
    }

    @Test
    void english_and_dark(WholeShop shop, Visitor visitor) throws Exception {
        visitor.speaking(Locale.ENGLISH).seeing(true).signIn();
        show(shop, visitor, "en-dark");
    }

    @Test
    void english_on_a_phone(WholeShop shop, Visitor visitor) throws Exception {
        visitor.speaking(Locale.ENGLISH).onPhone().signIn();
        show(shop, visitor, "en-phone");
    }

    @Test
    void a_viewer_sees_and_cannot_press(WholeShop shop, Visitor visitor) throws Exception {
        visitor.speaking(Locale.ENGLISH).signInAsViewer();
        visitor.openConsole(screens(shop).get("activity")).sees("may look, not change");
        assertThat(visitor.text()).doesNotContain("Close the sale", "Change the stock");
        visitor.screenshot("activity-viewer").requireAccessible();
    }

    @Test
    void an_empty_console_says_what_to_do_first(Visitor visitor) {
        try (Console empty = Console.start()) {
            visitor.speaking(Locale.ENGLISH).driver().get(empty.url() + "/login");
            visitor.type("username", empty.username()).type("password", empty.password());
            visitor.click("Sign in").sees("Nothing is on sale yet").screenshot("empty-activities");
            visitor.requireAccessible();
            for (String page : List.of("orders", "dead-letters", "reconciliation")) {
                visitor.driver().get(empty.url() + "/" + page);
                visitor.screenshot("empty-" + page).requireAccessible();
            }
            visitor.driver().get(empty.url() + "/activities");
            visitor.click("Create an activity").sees("Limit per order");
        }
    }

    private static void show(WholeShop shop, Visitor visitor, String look) throws Exception {
        for (Map.Entry<String, String> screen : screens(shop).entrySet()) {
            visitor.openConsole(screen.getValue());
            assertThat(visitor.text()).doesNotContain("??");
            visitor.screenshot(screen.getKey() + "-" + look).requireNoSidewaysScrolling();
            if (!look.endsWith("phone") || OTHER_ON_A_PHONE.contains(screen.getKey())) {
                visitor.requireAccessible();
            }
        }
    }

    /** What there is to see, made once. */
    private static synchronized Map<String, String> screens(WholeShop shop) throws Exception {
        if (screens == null) {
            screens = prepare(shop);
        }
        return screens;
    }

    private static Map<String, String> prepare(WholeShop shop) throws Exception {
        Console console = shop.console();
        String draft = Change.created(console, false);
        String sale = Change.created(console, true);
        console.mysql().update("UPDATE seckill_activity SET name = '夏日雨伞 / Umbrella' WHERE id = ?", sale);
        String letter = Change.letter(console);
        String order = Orders.sold(shop);
        String activity = console.mysql()
                .queryForObject("SELECT activity_id FROM seckill_order WHERE id = ?", String.class, order);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("activities", "/activities");
        all.put("create", "/activities/new");
        all.put("activity-draft", "/activities/" + draft);
        all.put("activity", "/activities/" + activity);
        all.put("edit", "/activities/" + activity + "/edit");
        all.put("warm-up", "/activities/" + draft + "/warm-up");
        all.put("close", "/activities/" + activity + "/close");
        all.put("rebuild", "/activities/" + activity + "/rebuild");
        all.put("orders", "/orders?activityId=" + activity);
        all.put("order", "/orders/" + order);
        all.put("dead-letters", "/dead-letters");
        all.put("dead-letter", "/dead-letters/" + letter);
        all.put("reconciliations", "/reconciliation");
        all.put("reconciliation", "/reconciliation/" + activity);
        all.put("audit", "/audit");
        all.put("not-there", "/nowhere");
        return all;
    }

    /** A sale with orders of every kind, one of which was lost on purpose and found by the comparison. */
    private static final class Orders {

        private static final Duration PATIENCE = Duration.ofSeconds(20);

        private Orders() {}

        /** {@return the order that was paid} */
        static String sold(WholeShop shop) throws Exception {
            Console console = shop.console();
            String id = Sales.open(console, "无线耳机 / Headphones", 40);
            assertThat(new Buyers(shop).buy(id, 50_000, 12)).isEqualTo(12);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(ids(console, id)).hasSize(12));
            List<String> ids = ids(console, id);
            shop.worker().getBean(PaymentService.class).record("txn-20261130-0001", Long.parseLong(ids.get(0)));
            Long buyer = console.mysql()
                    .queryForObject("SELECT user_id FROM seckill_order WHERE id = ?", Long.class, ids.get(1));
            shop.worker().getBean(CancellationService.class).cancel(Long.parseLong(ids.get(1)), buyer);
            console.mysql().update("DELETE FROM seckill_order WHERE id = ?", ids.get(2));
            console.mysql().update("UPDATE seckill_activity SET stock = stock + 1 WHERE id = ?", id);
            console.operator().form("/reconciliation/" + id + "/run", Map.of());
            return ids.get(0);
        }

        private static List<String> ids(Console console, String activity) {
            return console.mysql()
                    .queryForList(
                            "SELECT id FROM seckill_order WHERE activity_id = ? ORDER BY id", String.class, activity);
        }
    }
}
