package io.seckill.api.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the page's files are served; what the page does is tried in a browser. */
class StorefrontTest {

    private static final Pattern ADDRESS = Pattern.compile("\"(/storefront/[0-9a-f]{16}/[a-z]+\\.[a-z]+)\"");

    private final RunningApi api = RunningApi.standard();

    @Test
    void the_page_is_asked_for_anew_each_time_and_sent_only_if_it_changed() {
        Reply page = api.get("/?utm_source=sms");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(page.http().body())
                .contains("data-identity=\"param\"", "data-pay=\"/dev/pay/{orderId}\"")
                .doesNotContain("\"storefront/");

        Reply again = api.get("/", "If-None-Match", page.header("ETag"));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.http().body()).isEmpty();
    }

    @Test
    void every_file_that_the_page_names_is_there_and_may_be_kept_for_ever() {
        List<String> addresses = addresses();
        assertThat(addresses).hasSizeGreaterThan(5);
        for (String address : addresses) {
            Reply file = api.get(address);
            assertThat(file.status()).as(address).isEqualTo(200);
            assertThat(file.header("Cache-Control")).isEqualTo("max-age=31536000, public, immutable");
            assertThat(file.header("Content-Type")).matches("text/(javascript|css);charset=UTF-8|image/svg\\+xml");
            assertThat(file.header("X-Content-Type-Options")).isEqualTo("nosniff");
        }
    }

    /** While nodes are renewed one by one, a page of one may meet a file of another. */
    @Test
    void a_file_of_another_version_is_answered_with_ours_and_kept_by_nobody() {
        String other = addresses().get(0).replaceFirst("[0-9a-f]{16}", "0123456789abcdef");
        assertThat(api.get(other).status()).isEqualTo(200);
        assertThat(api.get(other).header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void the_page_may_use_what_is_this_sites_own_and_nothing_inline() {
        List<String> policies = api.get("/").http().headers().allValues("Content-Security-Policy");
        assertThat(policies).hasSize(1);
        assertThat(policies.get(0))
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "*", "http", "data:");
        assertThat(api.get("/").http().body()).doesNotContainPattern("<script(?! type=\"module\" src)|style=| on\\w+=");
        assertThat(api.get("/seckill/activities").http().headers().allValues("Content-Security-Policy"))
                .containsExactly("default-src 'none'; frame-ancestors 'none'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/storefront",
                "/storefront/",
                "/storefront/0123456789abcdef/",
                "/storefront/0123456789abcdef/none.js",
                "/storefront/0123456789abcdef/index.html",
                "/storefront/0123456789abcdef/../api-messages.properties",
                "/storefront/0123456789abcdef/app.js/x"
            })
    void nothing_else_is_served(String path) {
        assertThat(api.get(path).outcome()).isEqualTo("404 NOT_FOUND");
    }

    @Test
    void the_page_takes_no_changes_and_no_bodies() {
        assertThat(api.post("/").outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
        assertThat(api.post(addresses().get(0)).outcome()).isEqualTo("405 METHOD_NOT_ALLOWED");
    }

    @Test
    void it_is_off_unless_it_is_asked_for_and_then_tells_the_page_how_buyers_are_known() {
        try (RunningApi without = RunningApi.start("seckill.storefront.enabled", "false")) {
            assertThat(without.get("/").outcome()).isEqualTo("404 NOT_FOUND");
            assertThat(without.get(addresses().get(0)).outcome()).isEqualTo("404 NOT_FOUND");
            assertThat(without.get("/dev/pay/1").http().body()).doesNotContain("/storefront/");
        }
        assertThat(new StorefrontProperties(false, "").enabled()).isFalse();
        try (RunningApi shop = RunningApi.start(
                "seckill.identity.mode", "jwt",
                "seckill.identity.jwt.secret", "0123456789abcdef0123456789abcdef",
                "seckill.storefront.pay-url", "https://shop.example/pay?order={orderId}")) {
            assertThat(shop.get("/").http().body())
                    .contains("data-identity=\"jwt\"", "data-pay=\"https://shop.example/pay?order={orderId}\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert({orderId})", "/pay", "/pay/{orderId}\" onload=\"x", "pay/{orderId}"})
    void an_address_that_nobody_can_pay_at_is_refused(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StorefrontProperties(true, address))
                .withMessageContaining("pay-url");
    }

    private List<String> addresses() {
        return ADDRESS.matcher(api.get("/").http().body())
                .results()
                .map(MatchResult::group)
                .map(quoted -> quoted.substring(1, quoted.length() - 1))
                .toList();
    }
}
