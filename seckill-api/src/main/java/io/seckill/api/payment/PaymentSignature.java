package io.seckill.api.payment;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Proves that a report comes from the provider: HMAC-SHA256, in lower-case hex, over {@code <timestamp>.<raw body>}, the
 * timestamp in epoch seconds. A report that is repeated within its time is harmless, since each transaction counts once.
 */
@Component
class PaymentSignature {

    static final String TIMESTAMP_HEADER = "X-Seckill-Timestamp";
    static final String SIGNATURE_HEADER = "X-Seckill-Signature";

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern TIMESTAMP = Pattern.compile("[1-9][0-9]{8,10}");

    private final PaymentProperties properties;
    private final Clock clock;

    PaymentSignature(PaymentProperties properties, Clock clock) {
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Checks a report.
     *
     * @param timestamp the header's text
     * @param signature the header's text
     * @param body the body as it came
     * @throws SeckillException UNAUTHENTICATED if it is not proven to come from the provider, now
     */
    void check(@Nullable String timestamp, @Nullable String signature, byte[] body) {
        if (timestamp == null || signature == null) {
            throw unauthenticated("missing");
        }
        if (!TIMESTAMP.matcher(timestamp).matches()) {
            throw unauthenticated("malformed");
        }
        byte[] expected = sign(timestamp, body).getBytes(StandardCharsets.US_ASCII);
        if (!MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.US_ASCII))) {
            throw unauthenticated("untrusted");
        }
        long off = Math.abs(clock.instant().getEpochSecond() - Long.parseLong(timestamp));
        if (off > properties.maxAge().toSeconds()) {
            throw unauthenticated("expired");
        }
    }

    /**
     * Signs a report as the provider does.
     *
     * @param timestamp epoch seconds
     * @param body the body as it goes out
     * @return the signature
     * @throws SeckillException UNAUTHENTICATED if no secret is configured
     */
    String sign(String timestamp, byte[] body) {
        String secret = properties.secret();
        if (secret == null || secret.isEmpty()) {
            throw unauthenticated("untrusted");
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static SeckillException unauthenticated(String reason) {
        return new SeckillException(
                ErrorCode.UNAUTHENTICATED, "payment report: " + reason, Map.of("reason", reason), null, null);
    }
}
