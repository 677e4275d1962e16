package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.admin.testing.Change;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** A whole working day of an operator, by clicking only. */
@BrowserTest
class FirstSaleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void an_activity_is_created_warmed_up_and_sold_out(WholeShop shop, Visitor operator) throws Exception {
        operator.speaking(Locale.ENGLISH).signIn().sees("Activities");
        operator.click("Create an activity");
        operator.type("name", "500 umbrellas").type("totalStock", "500").screenshot("create-filled");
        operator.click("Create").sees("Next: warm it up");
        String id = operator.driver().getCurrentUrl().replaceAll(".*/", "");

        operator.click("Warm up…").sees("500 units move to Redis").screenshot("warm-up-asked");
        operator.click("Warm up 500 units").sees("500 units are in Redis").sees("On sale");
        operator.screenshot("warm-up-done");

        assertThat(new Buyers(shop).buy(id, 1_000, 520)).isEqualTo(500);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.console()
                                .mysql()
                                .queryForObject(
                                        "SELECT COUNT(*) FROM seckill_order WHERE activity_id = ?", Long.class, id))
                        .isEqualTo(500));
        operator.openConsole("/activities/" + id).sees("Sold out").sees("500 of 500 units");
        operator.screenshot("sold-out");

        operator.press("main a[href^='/orders?']").sees("To be paid").press("td.name a");
        operator.sees("Accepted").sees("Stored").screenshot("order-history");

        operator.openConsole("/reconciliation/" + id).click("Compare now").sees("nothing is left to do");
    }

    @Test
    void a_dead_letter_is_replayed_stored_and_on_record(WholeShop shop, Visitor operator) {
        String order = Change.letter(shop.console());
        operator.speaking(Locale.ENGLISH).signIn().click("Dead letters");
        operator.sees(order).sees("no luck");
        operator.press("input[name=id][value='" + order + "']").click("Replay the chosen");
        operator.sees("1 of 1 done").sees("back in its queue").screenshot("dead-letter-replayed");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.console()
                                .mysql()
                                .queryForObject("SELECT COUNT(*) FROM seckill_order WHERE id = ?", Long.class, order))
                        .isEqualTo(1));
        operator.openConsole("/orders/" + order).sees("To be paid").sees("Became a dead letter");
        operator.click("Audit log").sees("Dead letter replayed").sees("REPLAY_DEAD_LETTER");
    }

    @Test
    void a_dead_letter_is_voided_only_after_a_question(WholeShop shop, Visitor operator) {
        String order = Change.letter(shop.console());
        operator.signIn().openConsole("/dead-letters/" + order).click("作废…").sees("此操作不能撤销");
        operator.screenshot("void-asked").click("作废 1 封").sees("已作废");
        operator.openConsole("/orders/" + order).sees("人工作废");
    }

    @Test
    void the_stock_is_changed_and_the_sale_edited_and_closed(WholeShop shop, Visitor operator) {
        String id = Change.created(shop.console(), true);
        operator.speaking(Locale.ENGLISH).signIn().openConsole("/activities/" + id);
        operator.type("units", "5").click("Add").sees("5 units were added").sees("15 units");
        operator.type("units", "3")
                .click("Take away…")
                .sees("15 units → 12 units")
                .click("Take 3 units away")
                .sees("3 units were taken away")
                .sees("12 units");
        operator.type("units", "13").click("Take away…").sees("only 12 units are left to sell");
        operator.click("Edit")
                .type("name", "renamed")
                .click("Save")
                .sees("Saved")
                .sees("renamed");
        operator.click("Close the sale…").sees("cannot be undone").click("Close the sale");
        operator.sees("it takes no orders any more").sees("Closed");
    }

    @Test
    void one_box_ticks_all_letters(WholeShop shop, Visitor operator) {
        Change.letter(shop.console());
        Change.letter(shop.console());
        operator.signIn().openConsole("/dead-letters").press("[data-ticks-all]");
        assertThat(operator.driver().findElements(By.cssSelector("input[name=id]:not(:checked)")))
                .isEmpty();
        operator.press("input[name=id]");
        assertThat(operator.driver()
                        .findElement(By.cssSelector("[data-ticks-all]"))
                        .isSelected())
                .isFalse();
    }
}
