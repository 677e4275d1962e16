package io.seckill.api.identity;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestTemplate;

/** Builds the decoder that the settings ask for. The algorithm is ours to name, never the token's. */
final class JwtDecoders {

    private static final int SHORTEST_SECRET = 32;
    private static final String BASE64 = "base64:";
    private static final Duration KEYS_TIMEOUT = Duration.ofSeconds(2);

    private JwtDecoders() {}

    static JwtDecoder of(IdentityProperties.Jwt settings, Clock clock) {
        NimbusJwtDecoder decoder = unruled(settings);
        decoder.setJwtValidator(new TokenRules(clock, settings.clockSkew(), settings.audience()));
        return decoder;
    }

    private static NimbusJwtDecoder unruled(IdentityProperties.Jwt settings) {
        // An environment variable that is set to nothing is as good as none.
        String secret = settings.secret() == null ? "" : settings.secret();
        String keys = settings.jwkSetUri() == null ? "" : settings.jwkSetUri().toString();
        if (secret.isEmpty() == keys.isEmpty()) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.mode is 'jwt', and "
                            + (keys.isEmpty()
                                    ? "no key to verify tokens is given."
                                    : "two keys to verify them are given."),
                    "Set one of seckill.identity.jwt.secret (HS256) and seckill.identity.jwt.jwk-set-uri, or choose"
                            + " another seckill.identity.mode: header, or param with the profile dev.");
        }
        return keys.isEmpty() ? bySecret(secret) : byKeys(keys, settings.algorithm());
    }

    private static NimbusJwtDecoder bySecret(String secret) {
        byte[] bytes = bytes(secret);
        if (bytes.length < SHORTEST_SECRET) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.secret has " + bytes.length + " bytes; HS256 needs " + SHORTEST_SECRET
                            + " or more.",
                    "Use a longer secret, such as the output of: openssl rand -hex 32");
        }
        SecretKey key = new SecretKeySpec(bytes, "HmacSHA256");
        return NimbusJwtDecoder.withSecretKey(key)
                .macAlgorithm(MacAlgorithm.HS256)
                .validateType(false)
                .build();
    }

    private static NimbusJwtDecoder byKeys(String keys, String name) {
        SignatureAlgorithm algorithm = SignatureAlgorithm.from(name);
        if (algorithm == null) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.jwt.algorithm is '" + name + "', which is no signature algorithm.",
                    "Use RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384 or PS512.");
        }
        SimpleClientHttpRequestFactory http = new SimpleClientHttpRequestFactory();
        http.setConnectTimeout(KEYS_TIMEOUT);
        http.setReadTimeout(KEYS_TIMEOUT);
        return NimbusJwtDecoder.withJwkSetUri(keys)
                .jwsAlgorithm(algorithm)
                .restOperations(new RestTemplate(http))
                .validateType(false)
                .build();
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
