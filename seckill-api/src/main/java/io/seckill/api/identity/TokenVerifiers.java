package io.seckill.api.identity;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.Set;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Builds the verifier that the settings ask for. The algorithm is ours to name, never the token's. */
final class TokenVerifiers {

    private static final int SHORTEST_SECRET = 32;

    /** A random secret in hexadecimal has about 14 different characters. */
    private static final int LEAST_DIFFERENT = 8;

    private static final String HMAC = "HmacSHA256";
    private static final String BASE64 = "base64:";

    /** Of a pair of keys: an issuer that publishes its keys must not publish a secret. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);

    private TokenVerifiers() {}

    static TokenVerifier of(IdentityProperties.Jwt settings, Clock clock) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        // What a token is for, and how long it counts, is looked at by our own rules.
        processor.setJWSTypeVerifier((type, context) -> {});
        processor.setJWTClaimsSetVerifier((claims, context) -> {});
        chooseKeys(processor, settings, clock);
        return new NimbusTokenVerifier(processor, new TokenRules(clock, settings.clockSkew(), settings.audience()));
    }

    private static void chooseKeys(
            DefaultJWTProcessor<SecurityContext> processor, IdentityProperties.Jwt settings, Clock clock) {
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
        if (keys == null || noKeys) {
            bySecret(processor, secret);
        } else {
            byKeys(processor, keys, settings.algorithm(), clock);
        }
    }

    private static void bySecret(DefaultJWTProcessor<SecurityContext> processor, String secret) {
        byte[] bytes = bytes(secret);
        if (bytes.length < SHORTEST_SECRET) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.secret has " + bytes.length + " bytes; HS256 needs " + SHORTEST_SECRET
                            + " or more.",
                    "Use a longer secret, such as the output of: openssl rand -hex 32");
        }
        if (IntStream.range(0, bytes.length).map(i -> bytes[i]).distinct().count() < LEAST_DIFFERENT) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.secret repeats a few bytes over and over: it can be guessed.",
                    "Use a random secret, such as the output of: openssl rand -hex 32");
        }
        SecretKey key = new SecretKeySpec(bytes, HMAC);
        processor.setJWSKeySelector(new SingleKeyJWSKeySelector<>(JWSAlgorithm.HS256, key));
        processor.setJWSVerifierFactory(verifiers());
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

    private static void byKeys(DefaultJWTProcessor<SecurityContext> processor, URI keys, String name, Clock clock) {
        JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
        if (!ALGORITHMS.contains(algorithm)) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.algorithm is '" + name + "', which is no signature algorithm.",
                    "Use RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384 or PS512.");
        }
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithm, new IssuerKeys(address(keys), clock)));
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
