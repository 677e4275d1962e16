package io.seckill.api.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.RunningWorker;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Paying and cancelling over HTTP. */
class OrderLifeTest {

    private static final String SECRET = "an-hmac-secret-of-the-tests-only-0123456789";

    private static RunningApi api;
    private static RunningWorker worker;

    private final long user = Users.next();

    @BeforeAll
    static void start() {
        worker = RunningWorker.start();
        api = RunningApi.start("seckill.payment.secret", SECRET, "seckill.rate-limit.status.enabled", "false");
    }

    @AfterAll
    static void stop() {
        api.close();
        worker.close();
    }

    @Test
    void a_signed_report_pays_the_order_and_the_same_again_gets_the_same_answer() {
        String order = stored(Sale.of(api, 5), user);

        for (int i = 0; i < 2; i++) {
            Reply reply = report("txn-" + order, order);
            assertThat(reply.outcome()).isEqualTo("200 OK");
            assertThat(reply.data("result")).isEqualTo("APPLIED");
        }
        assertThat(order(order, user).data("status")).isEqualTo("PAID");
        assertThat(cancel(order, user).outcome()).isEqualTo("409 INVALID_STATE");
    }

    @Test
    void a_report_with_a_wrong_signature_changes_nothing() {
        String order = stored(Sale.of(api, 5), user);
        String body = body("txn-" + order, order);
        String now = Long.toString(Instant.now().getEpochSecond());

        assertThat(send(body.replace("txn", "txm"), now, sign(now, body)).outcome())
                .isEqualTo("401 UNAUTHENTICATED");
        assertThat(api.post("/seckill/payment/callback").outcome()).isEqualTo("401 UNAUTHENTICATED");
        assertThat(order(order, user).data("status")).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void a_signed_report_that_makes_no_sense_is_refused() {
        assertThat(signed("").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(signed("[]").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(signed("{\"txnId\":\"t\",\"orderId\":7}").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(signed("{\"txnId\":\"t\",\"orderId\":\"007\"}").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(signed("{\"txnId\":\"a b\",\"orderId\":\"7\"}").outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(signed("{" + " ".repeat(5000) + "}").outcome()).isEqualTo("413 PAYLOAD_TOO_LARGE");
        assertThat(report("txn-nowhere", "1").outcome()).isEqualTo("404 ORDER_NOT_FOUND");
    }

    @Test
    void a_cancelled_order_is_told_so_and_a_later_payment_is_due_for_refund() {
        Sale sale = Sale.of(api, 1);
        String order = stored(sale, user);

        Reply cancelled = cancel(order, user);

        assertThat(cancelled.outcome()).isEqualTo("200 OK");
        assertThat(cancelled.data("status")).isEqualTo("CANCELLED");
        assertThat(cancelled.data("closeReason")).isEqualTo("USER");
        assertThat(report("txn-" + order, order).data("result")).isEqualTo("REFUND_DUE");
        await().until(() -> api.order(sale.id(), Users.next()).outcome().equals("202 OK"));
    }

    @Test
    void nobody_cancels_what_is_not_theirs() {
        String order = stored(Sale.of(api, 5), user);

        assertThat(cancel(order, Users.next()).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(cancel("1", user).outcome()).isEqualTo("404 ORDER_NOT_FOUND");
        assertThat(cancel("0x1", user).outcome()).isEqualTo("400 INVALID_ARGUMENT");
        assertThat(order(order, user).data("status")).isEqualTo("PENDING_PAYMENT");
    }

    @Test
    void the_mock_provider_of_the_profile_dev_pays_with_one_button() {
        String order = stored(Sale.of(api, 5), user);

        assertThat(api.get("/dev/pay/" + order).http().body()).contains("<button", "Waiting for payment");
        assertThat(api.post("/dev/pay/" + order).http().body()).contains("已支付").doesNotContain("<button");
        assertThat(order(order, user).data("status")).isEqualTo("PAID");
        assertThat(api.get("/dev/pay/" + order).http().body()).contains("已支付").doesNotContain("<button");
        assertThat(api.post("/dev/pay/" + order).http().body())
                .as("a page that is loaded again")
                .contains("已支付")
                .doesNotContain("refunded");
    }

    @Test
    void the_mock_provider_offers_no_payment_of_what_cannot_be_paid() {
        Reply unknown = api.get("/dev/pay/1");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.http().body()).contains("没有这个订单").doesNotContain("<button");
        assertThat(api.post("/dev/pay/1").status()).isEqualTo(404);

        String order = stored(Sale.of(api, 5), user);
        assertThat(cancel(order, user).outcome()).isEqualTo("200 OK");
        assertThat(api.get("/dev/pay/" + order).http().body()).contains("订单已取消").doesNotContain("<button");
    }

    private static String stored(Sale sale, long buyer) {
        assertThat(api.order(sale.id(), buyer).outcome()).isEqualTo("202 OK");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.status(sale.id(), buyer).data("status").equals("PENDING_PAYMENT"));
        return api.status(sale.id(), buyer).data("orderId");
    }

    private static Reply order(String order, long buyer) {
        return api.get("/seckill/order/" + order + "?userId=" + buyer);
    }

    private static Reply cancel(String order, long buyer) {
        return api.post("/seckill/order/" + order + "/cancel?userId=" + buyer);
    }

    private static Reply report(String txnId, String order) {
        return signed(body(txnId, order));
    }

    private static String body(String txnId, String order) {
        return "{\"txnId\":\"" + txnId + "\",\"orderId\":\"" + order + "\",\"amount\":1}";
    }

    private static Reply signed(String body) {
        String now = Long.toString(Instant.now().getEpochSecond());
        return send(body, now, sign(now, body));
    }

    private static Reply send(String body, String timestamp, String signature) {
        return api.send(api.request(
                        "/seckill/payment/callback",
                        "Content-Type",
                        "application/json",
                        "X-Seckill-Timestamp",
                        timestamp,
                        "X-Seckill-Signature",
                        signature)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private static String sign(String timestamp, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal((timestamp + "." + body).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
