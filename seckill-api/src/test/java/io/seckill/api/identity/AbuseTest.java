package io.seckill.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Users with a good token who want what is not theirs. */
class AbuseTest {

    private static RunningApi api;

    private final Sale sale = Sale.of(RunningApi.standard(), 10);
    private final long owner = Users.next();
    private final long thief = Users.next();

    @BeforeAll
    static void start() {
        api = RunningApi.start("seckill.identity.mode", "jwt", "seckill.identity.jwt.secret", Tokens.SECRET);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void anothers_order_answers_to_the_letter_like_one_that_does_not_exist() {
        String order = post(owner, "/seckill/order?activityId=" + sale.id()).data("orderId");
        String nowhere = Long.toString(Long.parseLong(order) + 1);
        String status = "/seckill/order/status?activityId=" + sale.id() + "&orderId=";
        for (String call : new String[] {"/seckill/order/", status}) {
            String anothers = get(thief, call + order).http().body();
            String nobodys = get(thief, call + nowhere).http().body();
            assertThat(anothers.replace(order, "?")).isEqualTo(nobodys.replace(nowhere, "?"));
        }
        assertThat(get(thief, "/seckill/order/" + order).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        Reply cancelled = post(thief, "/seckill/order/" + order + "/cancel");
        assertThat(cancelled.outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(cancelled.http().body())
                .isEqualTo(post(thief, "/seckill/order/" + nowhere + "/cancel")
                        .http()
                        .body());
        assertThat(get(owner, "/seckill/order/" + order).data("status")).isEqualTo("QUEUED");
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void the_token_alone_says_who_it_is() {
        String target = "/seckill/order?activityId=" + sale.id();
        Reply named = api.post(target, "Authorization", bearer(thief), "X-User-Id", Long.toString(owner));
        assertThat(named.outcome()).isEqualTo("202 OK");
        assertThat(get(owner, "/seckill/order/" + named.data("orderId")).status())
                .isEqualTo(404);
        assertThat(post(thief, target + "&userId=" + owner).outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(api.post(target, "X-User-Id", Long.toString(owner)).outcome())
                .isEqualTo("401 UNAUTHENTICATED");
        assertThat(api.post(target, "Cookie", "Authorization=" + bearer(owner)).outcome())
                .isEqualTo("401 UNAUTHENTICATED");
        assertThat(api.post(target + "&access_token=" + bearer(owner).substring(7))
                        .outcome())
                .isEqualTo("401 UNAUTHENTICATED");
        assertThat(sale.redisStock()).isEqualTo("9");
    }

    @Test
    void a_method_is_what_the_request_line_says() {
        String target = "/seckill/order?activityId=" + sale.id();
        for (String header : new String[] {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"}) {
            assertThat(api.get(target, "Authorization", bearer(owner), header, "POST")
                            .outcome())
                    .isEqualTo("405 METHOD_NOT_ALLOWED");
        }
        assertThat(post(owner, target + "&_method=DELETE").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(sale.redisStock()).isEqualTo("10");
    }

    private Reply get(long user, String target) {
        return api.get(target, "Authorization", bearer(user));
    }

    private Reply post(long user, String target) {
        return api.post(target, "Authorization", bearer(user));
    }

    private static String bearer(long user) {
        return "Bearer " + Tokens.of(Long.toString(user), Instant.now().plusSeconds(300));
    }
}
