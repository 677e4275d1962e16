package io.seckill.api.bench;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs the tokens of buyers (HS256). By hand, since a million of them are wanted and none is to be measured. */
final class BuyerTokens {

    static final String SECRET = "the secret of the benchmark, longer than 32 bytes";

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final String HEADER =
            BASE64.encodeToString("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.US_ASCII));

    private final Mac mac;
    private final long expiry;

    /**
     * @param expiry until when they count, epoch seconds
     */
    BuyerTokens(long expiry) {
        this.expiry = expiry;
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String of(long user) {
        String claims = "{\"sub\":\"" + user + "\",\"exp\":" + expiry + "}";
        String signed = HEADER + "." + BASE64.encodeToString(claims.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + BASE64.encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }
}
