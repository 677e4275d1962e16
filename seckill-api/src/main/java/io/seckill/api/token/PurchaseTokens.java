package io.seckill.api.token;

import io.seckill.common.CanonicalId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes and reads purchase tokens: {@code <expiry, epoch ms>.<nonce>.<signature>}, the signature being HMAC-SHA256, in
 * lower-case hex, over version, activity, user, expiry and nonce. Activity and user are not in the token's text: it is
 * good for those alone for whom it was signed.
 */
final class PurchaseTokens {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int NONCE_BYTES = 16;
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{12})\\.([0-9a-f]{32})\\.([0-9a-f]{64})");

    private final byte[] secret;
    private final Duration validFor;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * A token.
     *
     * @param text as the client sends it
     * @param nonce its own number
     * @param expiry first instant at which it is no longer good
     */
    record Token(String text, String nonce, Instant expiry) {}

    PurchaseTokens(String secret, Duration validFor, Clock clock) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.validFor = validFor;
        this.clock = clock;
    }

    /** {@return what makes and reads tokens, or {@code null} where there is no secret to sign them with} */
    static @Nullable PurchaseTokens of(PurchaseTokenProperties settings, Clock clock) {
        String secret = settings.secret();
        return secret == null || secret.isEmpty() ? null : new PurchaseTokens(secret, settings.validFor(), clock);
    }

    /** {@return a new token for a user in an activity} */
    Token issue(long activityId, long userId) {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = HexFormat.of().formatHex(bytes);
        long expiry = clock.millis() + validFor.toMillis();
        String text = expiry + "." + nonce + "." + sign(activityId, userId, expiry, nonce);
        return new Token(text, nonce, Instant.ofEpochMilli(expiry));
    }

    /**
     * Reads a token.
     *
     * @param text what the client sent
     * @param activityId the activity it is shown for
     * @param userId the user who shows it
     * @return the token, or {@code null} if it was not made by us for these two; it may have expired
     */
    @Nullable Token read(String text, long activityId, long userId) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        long expiry = CanonicalId.parse(form.group(1)).orElse(0);
        String nonce = form.group(2);
        byte[] expected = sign(activityId, userId, expiry, nonce).getBytes(StandardCharsets.US_ASCII);
        boolean ours = MessageDigest.isEqual(expected, form.group(3).getBytes(StandardCharsets.US_ASCII));
        return ours ? new Token(text, nonce, Instant.ofEpochMilli(expiry)) : null;
    }

    private String sign(long activityId, long userId, long expiry, String nonce) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            String signed = "purchase-token.1." + activityId + "." + userId + "." + expiry + "." + nonce;
            return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
