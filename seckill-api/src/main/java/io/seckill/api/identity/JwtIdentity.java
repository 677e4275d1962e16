package io.seckill.api.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Believes a bearer token. A token that was verified is remembered until it expires: looking it up costs a hundredth of
 * verifying it, and a buyer in a sale sends the same one many times.
 */
final class JwtIdentity implements Identity {

    private static final String SCHEME = "Bearer ";

    private final TokenVerifier verifier;
    private final String userClaim;
    private final Clock clock;
    private final Cache<TokenDigest, Verified> verified;

    /** Plain numbers: it outlives the call, and every object of it would have to be carried along. */
    private record Verified(long userId, long expiryMillis) {}

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
        TokenDigest digest = TokenDigest.of(token);
        Verified known = verified.getIfPresent(digest);
        if (known != null && clock.millis() < known.expiryMillis()) {
            return new UserId(known.userId());
        }
        JWTClaimsSet claims = verifier.verify(token);
        UserId user = Identity.user(subject(claims));
        verified.put(
                digest, new Verified(user.value(), claims.getExpirationTime().getTime()));
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
