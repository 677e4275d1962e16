package io.seckill.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.SeckillException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class PaymentSignatureTest {

    private static final long NOW = 1_796_000_000L;
    private static final byte[] BODY = "{\"txnId\":\"t1\",\"orderId\":\"7\"}".getBytes(StandardCharsets.UTF_8);

    private final PaymentSignature signature = at(NOW, "0123456789abcdef0123456789abcdef");

    @Test
    void a_report_that_was_signed_by_the_provider_is_believed() {
        // Reckoned with another tool: printf '%s' '1796000000.{"txnId":"t1","orderId":"7"}' | openssl dgst -sha256
        // -hmac …
        assertThat(signature.sign("1796000000", BODY))
                .isEqualTo("c19b9f371dce24a2a46951218d900c40245e30cf0f929a876548d5f44f702669");
        assertThatCode(() -> signature.check("1796000000", signature.sign("1796000000", BODY), BODY))
                .doesNotThrowAnyException();
    }

    @Test
    void one_changed_byte_of_body_time_or_signature_is_noticed() {
        String good = signature.sign("1796000000", BODY);
        byte[] other = BODY.clone();
        other[10] ^= 1;

        refused("untrusted", "1796000000", good, other);
        refused("untrusted", "1796000001", good, BODY);
        refused("untrusted", "1796000000", good.substring(1) + "0", BODY);
        refused("untrusted", "1796000000", "", BODY);
    }

    @Test
    void an_old_report_and_one_from_the_future_are_refused() {
        for (long time : new long[] {NOW - 301, NOW + 301}) {
            String timestamp = Long.toString(time);
            refused("expired", timestamp, signature.sign(timestamp, BODY), BODY);
        }
    }

    @Test
    void a_report_without_signature_or_with_an_odd_time_is_refused() {
        refused("missing", null, "x", BODY);
        refused("missing", "1796000000", null, BODY);
        refused("malformed", "0x6b0c7a00", "x", BODY);
        refused("malformed", "-1796000000", "x", BODY);
    }

    @Test
    void without_a_secret_nothing_is_believed() {
        assertThatThrownBy(() -> at(NOW, null).check("1796000000", "x", BODY)).isInstanceOf(SeckillException.class);
    }

    private void refused(String reason, String timestamp, String given, byte[] body) {
        assertThatThrownBy(() -> signature.check(timestamp, given, body))
                .isInstanceOfSatisfying(
                        SeckillException.class,
                        refusal -> assertThat(refusal.details()).containsEntry("reason", reason));
    }

    private static PaymentSignature at(long epochSecond, String secret) {
        Clock clock = Clock.fixed(Instant.ofEpochSecond(epochSecond), ZoneOffset.UTC);
        return new PaymentSignature(new PaymentProperties(secret, Duration.ofMinutes(5)), clock);
    }
}
