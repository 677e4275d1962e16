package io.seckill.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class IdentityOverHttpTest {

    @Test
    void with_tokens_the_token_alone_says_who_buys() {
        try (RunningApi api =
                RunningApi.start("seckill.identity.mode", "jwt", "seckill.identity.jwt.secret", Tokens.SECRET)) {
            Sale sale = Sale.of(api, 10);
            long user = Users.next();
            String target = "/seckill/order?activityId=" + sale.id();
            String token =
                    "Bearer " + Tokens.of(Long.toString(user), Instant.now().plusSeconds(60));

            Reply nobody = api.post(target);
            assertThat(nobody.outcome()).isEqualTo("401 UNAUTHENTICATED");
            assertThat(nobody.header("WWW-Authenticate")).startsWith("Bearer");
            String stale = "Bearer " + Tokens.of("42", Instant.now().minusSeconds(60));
            assertThat(api.post(target, "Authorization", stale).data("reason")).isEqualTo("expired");
            assertThat(api.post(target, "Authorization", stale, "Accept-Language", "en")
                            .message())
                    .isEqualTo("Not signed in: the credentials have expired");
            assertThat(api.post(target + "&userId=43", "Authorization", token).data("field"))
                    .isEqualTo("userId");
            assertThat(sale.redisStock()).isEqualTo("10");

            String orderId = api.post(target, "Authorization", token).data("orderId");
            assertThat(api.get("/seckill/order/" + orderId, "Authorization", token)
                            .outcome())
                    .isEqualTo("200 OK");
            String others = "Bearer "
                    + Tokens.of(Long.toString(Users.next()), Instant.now().plusSeconds(60));
            assertThat(api.get("/seckill/order/" + orderId, "Authorization", others)
                            .outcome())
                    .isEqualTo("404 ORDER_NOT_FOUND");
            assertThat(api.get("/seckill/activities").outcome()).isEqualTo("200 OK");
        }
    }

    @Test
    void a_start_without_a_way_to_tell_who_asks_ends_in_a_sentence(CapturedOutput output) {
        assertThatThrownBy(() -> RunningApi.start("seckill.identity.mode", "jwt"))
                .hasRootCauseInstanceOf(MisconfiguredIdentityException.class);
        assertThat(output).contains("no key to verify tokens is given", "Set one of seckill.identity.jwt.secret");
        assertThat(output.toString()).doesNotContain("\tat io.seckill.api.identity");
    }
}
