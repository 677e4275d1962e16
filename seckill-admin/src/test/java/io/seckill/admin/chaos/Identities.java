package io.seckill.admin.chaos;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The shop's issuer of tokens: one a user, good for the whole run. */
final class Identities {

    static final String SECRET = "secret-of-the-issuer-in-the-chaos-run";

    private static final Duration LIFETIME = Duration.ofDays(1);

    private final Map<Long, String> tokens = new ConcurrentHashMap<>();

    String tokenOf(long userId) {
        return tokens.computeIfAbsent(userId, Identities::token);
    }

    private static String token(long userId) {
        SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .subject(Long.toString(userId))
                        .expirationTime(Date.from(Instant.now().plus(LIFETIME)))
                        .build());
        try {
            token.sign(new MACSigner(SECRET));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }
}
