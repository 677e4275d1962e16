package io.seckill.api.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidationException;

/**
 * Believes a bearer token. A token that was verified is remembered until it expires: looking it up costs a hundredth of
 * verifying it, and a buyer in a sale sends the same one many times.
 */
final class JwtIdentity implements Identity {

    private static final String SCHEME = "Bearer ";

    /** Longer tokens are verified each time, so that the memory of the cache is bounded by its number of entries. */
    private static final int LONGEST_REMEMBERED = 2048;

    private final JwtDecoder decoder;
    private final String userClaim;
    private final Clock clock;
    private final Cache<String, Verified> verified;

    private record Verified(UserId user, Instant expiry) {}

    JwtIdentity(JwtDecoder decoder, IdentityProperties.Jwt settings, Clock clock) {
        this.decoder = decoder;
        this.userClaim = settings.userClaim();
        this.clock = clock;
        this.verified = Caffeine.newBuilder()
                .maximumSize(settings.cacheSize())
                .expireAfterWrite(settings.cacheFor())
                .build();
    }

    @Override
    public UserId of(HttpServletRequest request) {
        String token = token(request);
        Verified known = verified.getIfPresent(token);
        if (known != null && clock.instant().isBefore(known.expiry())) {
            return known.user();
        }
        Jwt jwt = verify(token);
        UserId user = Identity.user(subject(jwt));
        if (token.length() <= LONGEST_REMEMBERED) {
            verified.put(token, new Verified(user, Objects.requireNonNull(jwt.getExpiresAt())));
        }
        return user;
    }

    @Override
    public String challenge() {
        return "Bearer error=\"invalid_token\"";
    }

    /** {@return how many tokens are remembered} */
    long remembered() {
        verified.cleanUp();
        return verified.estimatedSize();
    }

    private static String token(HttpServletRequest request) {
        String header = Identity.onlyHeader(request, HttpHeaders.AUTHORIZATION);
        if (header == null) {
            throw Identity.refused("missing");
        }
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw Identity.refused("malformed");
        }
        return header.substring(SCHEME.length()).strip();
    }

    private Jwt verify(String token) {
        try {
            return decoder.decode(token);
        } catch (JwtValidationException e) {
            throw Identity.refused(e.getErrors().iterator().next().getErrorCode());
        } catch (BadJwtException e) {
            throw Identity.refused(e.getCause() instanceof ParseException ? "malformed" : "untrusted");
        } catch (JwtException e) {
            throw SeckillException.busy("the token's issuer cannot be asked for its keys", e);
        }
    }

    /** A claim of our own choice may be a number; 64 bits of it survive, a fraction does not. */
    private @Nullable String subject(Jwt jwt) {
        Object claim = jwt.getClaims().get(userClaim);
        return claim instanceof String || claim instanceof Long || claim instanceof Integer ? claim.toString() : null;
    }
}
