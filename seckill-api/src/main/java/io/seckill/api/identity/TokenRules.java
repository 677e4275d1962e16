package io.seckill.api.identity;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * What a token with a good signature must fulfil besides. The code of an error is the reason the client is told.
 *
 * @param clock our clock
 * @param skew how far the issuer's clock may be off
 * @param audience what {@code aud} must hold, empty for anything
 */
record TokenRules(Clock clock, Duration skew, String audience) implements OAuth2TokenValidator<Jwt> {

    /** A token made for another purpose, such as signing out, says so in its type. */
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt");

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        String reason = reasonAgainst(token);
        return reason == null
                ? OAuth2TokenValidatorResult.success()
                : OAuth2TokenValidatorResult.failure(new OAuth2Error(reason));
    }

    private @Nullable String reasonAgainst(Jwt token) {
        Object type = token.getHeaders().get("typ");
        if (type != null && !TYPES.contains(type.toString().toLowerCase(Locale.ROOT))) {
            return "untrusted";
        }
        Instant now = clock.instant();
        Instant expiry = token.getExpiresAt();
        if (expiry == null) {
            return "no_expiry";
        }
        if (!now.isBefore(expiry.plus(skew))) {
            return "expired";
        }
        Instant notBefore = token.getNotBefore();
        if (notBefore != null && now.isBefore(notBefore.minus(skew))) {
            return "not_yet_valid";
        }
        if (!audience.isEmpty()
                && (token.getAudience() == null || !token.getAudience().contains(audience))) {
            return "audience";
        }
        return null;
    }
}
