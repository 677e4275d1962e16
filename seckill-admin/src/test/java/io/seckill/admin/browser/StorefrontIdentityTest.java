package io.seckill.admin.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.ApiApplication;
import io.seckill.service.SeckillApplication;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** The same page where buyers prove who they are, and a sale sells only to who fetches a purchase token first. */
@BrowserTest
class StorefrontIdentityTest {

    private static final String SECRET = "a secret of the tests, and of nobody else";

    @Test
    void a_shop_gives_the_page_a_token_and_the_page_fetches_the_purchase_token_by_itself(
            WholeShop shop, Visitor visitor) {
        ShopWindow window = new ShopWindow(shop, visitor);
        long activity = window.sale("会员专享", 3);
        try (ConfigurableApplicationContext api = production(shop.worker().getEnvironment())) {
            String url = "http://127.0.0.1:"
                    + ((WebServerApplicationContext) api).getWebServer().getPort();
            window.openAt(url).sees(activity, "ready").press(activity).sees(activity, "again");
            assertThat(window.text(activity, "detail")).isEqualTo("请先登录商城，再回来抢购。");

            window.prepared("globalThis.seckillToken = async () => '" + token(4_242) + "'");
            window.openAt(url).sees(activity, "ready").press(activity).sees(activity, "unpaid");
            assertThat(visitor.text()).doesNotContain("模拟买家编号");
            assertThat(
                            window.script(
                                    "return performance.getEntriesByType('resource').map(call => call.name)"
                                            + ".filter(name => name.includes('/seckill/order')).every(name => !name.includes('userId'))"))
                    .isEqualTo(true);
            window.goesToPay(activity);
            visitor.waitFor(browser -> visitor.driver().getCurrentUrl().contains("/pay-here?order="));
        }
        assertThat(shop.console()
                        .mysql()
                        .queryForList("SELECT user_id FROM seckill_order WHERE activity_id = ?", Long.class, activity))
                .containsExactly(4_242L);
    }

    private static ConfigurableApplicationContext production(Environment stores) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--seckill.grab.timeout=10s",
                "--spring.data.redis.timeout=10s",
                "--seckill.identity.mode=jwt",
                "--seckill.identity.jwt.secret=" + SECRET,
                "--seckill.purchase-token.required=all",
                "--seckill.purchase-token.secret=" + SECRET,
                "--seckill.storefront.enabled=true",
                "--seckill.storefront.pay-url=/pay-here?order={orderId}"));
        Stream.of(
                        "datasource.url",
                        "datasource.username",
                        "datasource.password",
                        "data.redis.host",
                        "data.redis.port",
                        "data.redis.database",
                        "data.redis.username",
                        "data.redis.password")
                .map(name -> "spring." + name)
                .filter(stores::containsProperty)
                .forEach(name -> arguments.add("--" + name + "=" + stores.getProperty(name)));
        return SeckillApplication.of(ApiApplication.class, "api").run(arguments.toArray(String[]::new));
    }

    private static String token(long user) {
        String claims = base64("{\"alg\":\"HS256\"}") + "."
                + base64("{\"sub\":\"" + user + "\",\"exp\":"
                        + Instant.now().plusSeconds(600).getEpochSecond() + "}");
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] signature = mac.doFinal(claims.getBytes(StandardCharsets.US_ASCII));
            return claims + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
