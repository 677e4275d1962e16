package io.seckill.api.identity;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the API knows who is asking.
 *
 * @param mode JWT: a bearer token. HEADER: a gateway in front, trusted by a shared secret, names the user. PARAM: the
 *     request itself names the user, for development and load tests only
 * @param allowParam lets PARAM run outside the profile {@code dev}: then anybody can buy as anybody
 * @param jwt settings of the mode JWT
 * @param header settings of the mode HEADER
 */
@Validated
@ConfigurationProperties("seckill.identity")
record IdentityProperties(
        @DefaultValue("jwt") IdentityMode mode,
        @DefaultValue("false") boolean allowParam,
        @DefaultValue @Valid Jwt jwt,
        @DefaultValue @Valid Header header) {

    /**
     * Which tokens are believed: signed with HS256 by a secret, or by a key of a JWK set; exactly one of the two.
     *
     * @param secret the HS256 secret, 32 bytes or more: text, or {@code base64:} and its Base64 form
     * @param jwkSetUri where the issuer publishes its keys
     * @param algorithm the one signature algorithm that is accepted with a JWK set, such as RS256 or ES256
     * @param audience what the claim {@code aud} must hold; empty to accept any
     * @param userClaim the claim that holds the user id
     * @param clockSkew how far the issuer's clock may be off, 0 to 5 minutes
     * @param cacheSize most verified tokens that are remembered, 0 to remember none
     * @param cacheFor how long a verified token is remembered, at most; never beyond its own expiry
     */
    record Jwt(
            @Nullable String secret,
            @Nullable URI jwkSetUri,
            @DefaultValue("RS256") @NotBlank String algorithm,
            @DefaultValue("") String audience,
            @DefaultValue("sub") @NotBlank String userClaim,

            @DefaultValue("5s") @DurationMin(seconds = 0) @DurationMax(minutes = 5)
            Duration clockSkew,

            @DefaultValue("50000") @Min(0) @Max(1_000_000) int cacheSize,

            @DefaultValue("5m") @DurationMin(seconds = 0) @DurationMax(hours = 1)
            Duration cacheFor) {

        /** Without the secret: records end up in logs. */
        @Override
        public String toString() {
            return "Jwt[jwkSetUri=" + jwkSetUri + ", algorithm=" + algorithm + ", audience=" + audience + ", userClaim="
                    + userClaim + "]";
        }
    }

    /**
     * How the gateway speaks.
     *
     * @param user the header in which it names the user
     * @param secretHeader the header in which it proves to be the gateway
     * @param secret what that header must hold, 16 characters or more
     */
    record Header(
            @DefaultValue("X-User-Id") @NotBlank String user,
            @DefaultValue("X-Gateway-Secret") @NotBlank String secretHeader,
            @Nullable String secret) {

        /** Without the secret: records end up in logs. */
        @Override
        public String toString() {
            return "Header[user=" + user + ", secretHeader=" + secretHeader + "]";
        }
    }
}
