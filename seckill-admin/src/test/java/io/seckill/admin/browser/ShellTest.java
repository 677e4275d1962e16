package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What is around every page of the console: the way to the others, language, light and dark, the phone's menu. */
@BrowserTest
class ShellTest {

    @Test
    void a_language_is_chosen_once_and_keeps_the_filter_of_the_page(Visitor visitor) {
        visitor.signIn().openConsole("/audit?actor=operator").sees("审计日志");
        visitor.click("English").sees("Audit log");
        assertThat(visitor.driver().findElement(By.id("actor")).getAttribute("value"))
                .isEqualTo("operator");
        assertThat(visitor.driver().findElement(By.tagName("html")).getAttribute("lang"))
                .isEqualTo("en");
        visitor.openConsole("/activities").sees("Activities");

        visitor.openConsole("/activities/new").type("name", "half typed").type("totalStock", "many");
        visitor.click("中文").sees("创建活动").click("深色").sees("创建活动");
        assertThat(visitor.driver().findElement(By.id("name")).getAttribute("value"))
                .isEqualTo("half typed");
        assertThat(visitor.driver().findElement(By.id("totalStock")).getAttribute("value"))
                .isEqualTo("many");
    }

    @Test
    void dark_is_what_the_browser_prefers_until_somebody_chooses(Visitor visitor) {
        visitor.speaking(Locale.ENGLISH).signIn().openConsole("/audit");
        String light = background(visitor);
        visitor.seeing(true);
        String dark = background(visitor);
        assertThat(dark).isNotEqualTo(light);

        visitor.click("Light");
        assertThat(background(visitor)).isEqualTo(light);
        visitor.openConsole("/activities");
        assertThat(background(visitor)).isEqualTo(light);
        visitor.click("Auto");
        assertThat(background(visitor)).isEqualTo(dark);
        visitor.seeing(false).click("Dark");
        assertThat(background(visitor)).isEqualTo(dark);
    }

    @Test
    void on_a_phone_the_pages_are_behind_a_button(Visitor visitor) {
        visitor.speaking(Locale.ENGLISH).onPhone().signIn().requireNoSidewaysScrolling();
        assertThat(visitor.driver().findElement(By.id("menu")).isDisplayed()).isFalse();
        visitor.click("Menu").screenshot("menu-phone").requireAccessible();
        visitor.click("Audit log").sees("Who").requireNoSidewaysScrolling();
    }

    @Test
    void the_first_key_leads_past_the_menu(Visitor visitor) {
        visitor.speaking(Locale.ENGLISH).signIn().openConsole("/audit");
        visitor.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        assertThat(visitor.driver().switchTo().activeElement().getText()).isEqualTo("To the content");
        visitor.driver().switchTo().activeElement().sendKeys(Keys.ENTER);
        assertThat(visitor.driver().switchTo().activeElement().getAttribute("id"))
                .isEqualTo("content");
    }

    @Test
    void signing_in_looks_right_everywhere(Visitor visitor) {
        visitor.openConsole("/login").screenshot("login-zh").requireAccessible();
        visitor.speaking(Locale.ENGLISH).seeing(true).openConsole("/login");
        visitor.screenshot("login-en-dark").requireAccessible();
        visitor.onPhone().requireNoSidewaysScrolling();
    }

    private static String background(Visitor visitor) {
        return (String) visitor.driver().executeScript("return getComputedStyle(document.body).backgroundColor");
    }
}
