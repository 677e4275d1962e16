package io.seckill.api.identity;

import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Builds the decoder that the settings ask for. The algorithm is ours to name, never the token's. */
final class JwtDecoders {

    private static final int SHORTEST_SECRET = 32;
    private static final String HMAC = "HmacSHA256";
    private static final String BASE64 = "base64:";

    private JwtDecoders() {}

    static JwtDecoder of(IdentityProperties.Jwt settings, Clock clock) {
        NimbusJwtDecoder decoder = unruled(settings, clock);
        decoder.setClaimSetConverter(JwtDecoders::withInstants);
        decoder.setJwtValidator(new TokenRules(clock, settings.clockSkew(), settings.audience()));
        return decoder;
    }

    /** Nimbus has dates where Spring wants instants. Spring's own converter looks at every claim and takes longer for it. */
    private static Map<String, Object> withInstants(Map<String, Object> claims) {
        Map<String, Object> converted = new HashMap<>(claims);
        converted.replaceAll((name, value) -> value instanceof Date date ? date.toInstant() : value);
        return converted;
    }

    private static NimbusJwtDecoder unruled(IdentityProperties.Jwt settings, Clock clock) {
        // An environment variable that is set to nothing is as good as none.
        String secret = settings.secret() == null ? "" : settings.secret();
        URI keys = settings.jwkSetUri();
        boolean noKeys = keys == null || keys.toString().isEmpty();
        if (secret.isEmpty() == noKeys) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.mode is 'jwt', and "
                            + (noKeys ? "no key to verify tokens is given." : "two keys to verify them are given."),
                    "Set one of seckill.identity.jwt.secret (HS256) and seckill.identity.jwt.jwk-set-uri, or choose"
                            + " another seckill.identity.mode: header, or param with the profile dev.");
        }
        return keys == null || noKeys ? bySecret(secret) : byKeys(keys, settings.algorithm(), clock);
    }

    private static NimbusJwtDecoder bySecret(String secret) {
        byte[] bytes = bytes(secret);
        if (bytes.length < SHORTEST_SECRET) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.secret has " + bytes.length + " bytes; HS256 needs " + SHORTEST_SECRET
                            + " or more.",
                    "Use a longer secret, such as the output of: openssl rand -hex 32");
        }
        SecretKey key = new SecretKeySpec(bytes, HMAC);
        return NimbusJwtDecoder.withSecretKey(key)
                .macAlgorithm(MacAlgorithm.HS256)
                .validateType(false)
                .jwtProcessorCustomizer(processor -> processor.setJWSVerifierFactory(verifiers()))
                .build();
    }

    /** Asked without naming a provider, Java looks through all of them for each token. */
    private static DefaultJWSVerifierFactory verifiers() {
        DefaultJWSVerifierFactory verifiers = new DefaultJWSVerifierFactory();
        try {
            verifiers.getJCAContext().setProvider(Mac.getInstance(HMAC).getProvider());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
        return verifiers;
    }

    private static NimbusJwtDecoder byKeys(URI keys, String name, Clock clock) {
        SignatureAlgorithm algorithm = SignatureAlgorithm.from(name);
        if (algorithm == null) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.algorithm is '" + name + "', which is no signature algorithm.",
                    "Use RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384 or PS512.");
        }
        return NimbusJwtDecoder.withJwkSource(new IssuerKeys(address(keys), clock))
                .jwsAlgorithm(algorithm)
                // What a token is for is looked at by our own rules.
                .jwtProcessorCustomizer(processor -> processor.setJWSTypeVerifier((type, context) -> {}))
                .build();
    }

    private static URL address(URI keys) {
        try {
            return keys.toURL();
        } catch (MalformedURLException | IllegalArgumentException e) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.jwk-set-uri is '" + keys + "', which is no web address.",
                    "Use the https address at which the issuer publishes its keys.");
        }
    }

    private static byte[] bytes(String secret) {
        if (!secret.startsWith(BASE64)) {
            return secret.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(secret.substring(BASE64.length()));
        } catch (IllegalArgumentException e) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.secret begins with base64: and is no Base64.",
                    "Leave base64: out if the secret is plain text.");
        }
    }
}
