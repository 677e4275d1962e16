package io.seckill.api.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.function.Consumer;

/** Makes the tokens that an issuer would. */
public final class Tokens {

    /** The HS256 secret of the tests. */
    public static final String SECRET = "a secret of the tests, longer than 32 bytes";

    private Tokens() {}

    /** A sound token of a user. */
    public static String of(String subject, Instant expiry) {
        return signed(
                JWSAlgorithm.HS256, SECRET, claims -> claims.subject(subject).expirationTime(Date.from(expiry)));
    }

    static String signed(JWSAlgorithm algorithm, String secret, Consumer<JWTClaimsSet.Builder> claims) {
        try {
            return signed(new JWSHeader(algorithm), new MACSigner(secret), claims);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static String signed(JWSHeader header, JWSSigner signer, Consumer<JWTClaimsSet.Builder> claims) {
        JWTClaimsSet.Builder builder = new JWTClaimsSet.Builder();
        claims.accept(builder);
        SignedJWT token = new SignedJWT(header, builder.build());
        try {
            token.sign(signer);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }
}
