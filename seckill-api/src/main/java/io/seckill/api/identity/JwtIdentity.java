package io.seckill.api.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Believes a bearer token. A token that was verified is remembered until it expires: looking it up costs a hundredth of
 * verifying it, and a buyer in a sale sends the same one many times.
 */
final class JwtIdentity implements Identity {

    private static final String SCHEME = "Bearer ";

    /** Longer tokens are verified each time, so that the memory of the cache is bounded by its number of entries. */
    private static final int LONGEST_REMEMBERED = 2048;

    private final TokenVerifier verifier;
    private final String userClaim;
    private final Clock clock;
    private final Cache<String, Verified> verified;

    private record Verified(UserId user, Instant expiry) {}

    JwtIdentity(TokenVerifier verifier, IdentityProperties.Jwt settings, Clock clock) {
        this.verifier = verifier;
        this.userClaim = settings.userClaim();
        this.clock = clock;
        this.verified = Caffeine.newBuilder()
                // Tidied by whoever writes: waking another thread for each new key costs an order more than the
                // tidying.
                .executor(Runnable::run)
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
        JWTClaimsSet claims = verifier.verify(token);
        UserId user = Identity.user(subject(claims));
        if (token.length() <= LONGEST_REMEMBERED) {
            verified.put(token, new Verified(user, claims.getExpirationTime().toInstant()));
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

    /** A claim of our own choice may be a number; 64 bits of it survive, a fraction does not. */
    private @Nullable String subject(JWTClaimsSet claims) {
        Object claim = claims.getClaim(userClaim);
        return claim instanceof String || claim instanceof Long || claim instanceof Integer ? claim.toString() : null;
    }
}
