package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits by where a call comes from, over HTTP. */
class AddressLimitTest {

    private static RunningApi bare;
    private static RunningApi behindProxy;

    private final Sale sale = Sale.of(RunningApi.standard(), 1000);

    @BeforeAll
    static void start() {
        bare = RunningApi.start(
                "seckill.rate-limit.ip.enabled", "true",
                "seckill.rate-limit.ip.capacity", "20",
                "seckill.rate-limit.ip.per-second", "1");
        behindProxy = RunningApi.start(
                "seckill.rate-limit.ip.enabled", "true",
                "seckill.rate-limit.ip.capacity", "20",
                "seckill.rate-limit.ip.per-second", "1",
                "seckill.rate-limit.distinct-users.enabled", "true",
                "seckill.rate-limit.distinct-users.capacity", "3",
                "seckill.rate-limit.distinct-users.per-minute", "1",
                "seckill.rate-limit.activity.enabled", "true",
                "seckill.rate-limit.activity.capacity", "30",
                "seckill.rate-limit.activity.per-second", "1",
                "seckill.rate-limit.trusted-proxies", "127.0.0.0/8");
    }

    @AfterAll
    static void stop() {
        bare.close();
        behindProxy.close();
    }

    @Test
    void a_thousand_calls_under_made_up_addresses_are_those_of_one_address() {
        Random random = new Random(56);
        long begun = System.nanoTime();
        int passed = 0;
        Reply refused = null;
        for (int i = 0; i < 1000; i++) {
            String made = random.nextInt(1, 255) + "." + random.nextInt(256) + ".7." + random.nextInt(256);
            Reply reply = bare.get(
                    "/seckill/activities/" + sale.id(),
                    "X-Forwarded-For",
                    made,
                    "X-Real-IP",
                    made,
                    "Forwarded",
                    "for=" + made);
            if (reply.status() == 429) {
                refused = reply;
            } else {
                passed++;
            }
        }
        long seconds = (System.nanoTime() - begun) / 1_000_000_000L;
        assertThat(passed).isLessThanOrEqualTo((int) (21 + seconds));
        assertThat(refused.outcome()).isEqualTo("429 RATE_LIMITED");
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    }

    @Test
    void behind_a_trusted_proxy_each_client_has_an_allowance_whatever_it_claims_to_be() {
        int passed = 0;
        for (int i = 0; i < 300; i++) {
            String claimed = "198.51.100." + i % 256 + ", 203.0.113.1";
            Reply reply = behindProxy.get("/seckill/activities", "X-Forwarded-For", claimed);
            passed += reply.status() == 429 ? 0 : 1;
        }
        assertThat(passed).isLessThan(300);
        assertThat(behindProxy
                        .get("/seckill/activities", "X-Forwarded-For", "203.0.113.2")
                        .outcome())
                .isEqualTo("200 OK");
    }

    @Test
    void a_farm_of_accounts_behind_one_address_is_held_up_and_its_neighbour_is_not() {
        int passed = 0;
        for (int i = 0; i < 10; i++) {
            passed += order(Users.next(), "203.0.113.10").status() == 202 ? 1 : 0;
        }
        assertThat(passed).isEqualTo(3);
        assertThat(sale.redisStock()).isEqualTo("997");
        assertThat(order(Users.next(), "203.0.113.11").outcome()).isEqualTo("202 OK");
    }

    @Test
    void an_activity_takes_so_many_orders_and_another_one_is_not_held_up() {
        Reply refused = null;
        for (int i = 0; i < 200 && refused == null; i++) {
            Reply reply = order(Users.next(), "203.0.114." + i);
            refused = reply.status() == 429 ? reply : null;
        }
        assertThat(refused.outcome()).isEqualTo("429 RATE_LIMITED");
        Sale other = Sale.of(RunningApi.standard(), 10);
        assertThat(behindProxy
                        .post(
                                "/seckill/order?activityId=" + other.id() + "&userId=" + Users.next(),
                                "X-Forwarded-For",
                                "203.0.113.20")
                        .outcome())
                .isEqualTo("202 OK");
    }

    private Reply order(long user, String address) {
        return behindProxy.post(
                "/seckill/order?activityId=" + sale.id() + "&userId=" + user, "X-Forwarded-For", address);
    }
}
