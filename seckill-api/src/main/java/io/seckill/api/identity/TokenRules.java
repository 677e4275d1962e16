package io.seckill.api.identity;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token with a good signature must fulfil besides.
 *
 * @param clock our clock
 * @param skew how far the issuer's clock may be off
 * @param audience what {@code aud} must hold, empty for anything
 */
record TokenRules(Clock clock, Duration skew, String audience) {

    /** A token made for another purpose, such as signing out, says so in its type. */
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt");

    /**
     * Looks for a reason to refuse a token.
     *
     * @param type its type, {@code null} if it states none
     * @param claims its claims
     * @return the reason, as the client is told; {@code null} if there is none
     */
    @Nullable String reasonAgainst(@Nullable JOSEObjectType type, JWTClaimsSet claims) {
        if (type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT))) {
            return "untrusted";
        }
        Instant now = clock.instant();
        Date expiry = claims.getExpirationTime();
        if (expiry == null) {
            return "no_expiry";
        }
        if (!now.isBefore(expiry.toInstant().plus(skew))) {
            return "expired";
        }
        Date notBefore = claims.getNotBeforeTime();
        if (notBefore != null && now.isBefore(notBefore.toInstant().minus(skew))) {
            return "not_yet_valid";
        }
        return audience.isEmpty() || claims.getAudience().contains(audience) ? null : "audience";
    }
}
