package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** That the browser of the tests notices what it is there to notice. */
@BrowserTest
class HarnessTest {

    @Test
    void it_has_a_language_and_forgets_everything_between_visitors(Visitor visitor) {
        visitor.openConsole("/login").sees("登录");
        visitor.speaking(Locale.ENGLISH).openConsole("/login").sees("Sign in");
        visitor.openConsole("/activities").sees("Sign in");
        visitor.signIn().openConsole("/activities").sees("Activities");
    }

    @Test
    void it_is_dark_or_light_and_large_or_small(Visitor visitor) {
        visitor.openConsole("/login");
        assertThat(visitor.text()).contains("登录");
        assertThat(matches(visitor, "(prefers-color-scheme: dark)")).isFalse();
        assertThat(matches(visitor, "(min-width: 1280px)")).isTrue();
        visitor.seeing(true).onPhone();
        assertThat(matches(visitor, "(prefers-color-scheme: dark)")).isTrue();
        assertThat(matches(visitor, "(max-width: 390px)")).isTrue();
        visitor.requireNoSidewaysScrolling();
    }

    @Test
    void a_refused_request_is_no_script_error_but_a_broken_script_is(Visitor visitor) {
        visitor.signIn().openConsole("/activities/none/close").requireNoScriptError();
        visitor.driver().executeScript("setTimeout(() => { throw new Error('on purpose') })");
        assertThatThrownBy(() -> visitor.waitFor(browser -> {
                    visitor.requireNoScriptError();
                    return null;
                }))
                .hasMessageContaining("on purpose");
        visitor.forgetErrors();
    }

    @Test
    void what_the_policy_forbids_is_an_error(Visitor visitor) {
        visitor.openConsole("/login");
        visitor.driver()
                .executeScript("const script = document.createElement('script');"
                        + " script.textContent = 'document.title = 1'; document.body.append(script)");
        assertThatThrownBy(() -> visitor.waitFor(browser -> {
                    visitor.requireNoScriptError();
                    return null;
                }))
                .hasMessageContaining("Content Security Policy");
        visitor.forgetErrors();
    }

    @Test
    void a_picture_without_words_is_not_accessible(Visitor visitor) {
        visitor.openConsole("/login");
        visitor.driver()
                .executeScript("document.querySelector('main').append(document.createElement('img'));"
                        + " document.querySelector('img').src = 'data:,'");
        assertThatThrownBy(visitor::requireAccessible).hasMessageContaining("image-alt");
        visitor.forgetErrors();
    }

    private static boolean matches(Visitor visitor, String query) {
        return (boolean) visitor.driver().executeScript("return matchMedia(arguments[0]).matches", query);
    }
}
