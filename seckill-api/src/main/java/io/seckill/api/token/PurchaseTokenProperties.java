package io.seckill.api.token;

import io.seckill.common.CanonicalId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The purchase token.
 *
 * @param required which activities sell to holders of a token only: {@code none}, {@code all}, or their ids
 * @param secret what the nodes sign tokens with, 32 bytes or more and the same on all; without it none is given out
 * @param validFor how long a token may be used, 10 s to 10 min
 */
@Validated
@ConfigurationProperties("seckill.purchase-token")
record PurchaseTokenProperties(
        @DefaultValue("none") List<String> required,
        @Nullable String secret,

        @DefaultValue("2m") @DurationMin(seconds = 10) @DurationMax(minutes = 10)
        Duration validFor) {

    private static final int LEAST_SECRET = 32;
    private static final String ALL = "all";
    private static final String NONE = "none";

    /**
     * @throws IllegalArgumentException if the secret is too short, or missing where tokens are required, or an activity's
     *     id is none
     */
    PurchaseTokenProperties {
        int length = secret == null ? 0 : secret.getBytes(StandardCharsets.UTF_8).length;
        if (length > 0 && length < LEAST_SECRET) {
            throw new IllegalArgumentException(
                    "seckill.purchase-token.secret has " + length + " bytes; " + LEAST_SECRET + " or more are needed");
        }
        if (length == 0 && !required.equals(List.of(NONE))) {
            throw new IllegalArgumentException("seckill.purchase-token.required is " + required
                    + ", and seckill.purchase-token.secret is missing");
        }
        boolean word = required.equals(List.of(NONE)) || required.equals(List.of(ALL));
        if (!word && !required.stream().allMatch(id -> CanonicalId.parse(id).isPresent())) {
            throw new IllegalArgumentException("seckill.purchase-token.required is " + required
                    + "; 'none', 'all' or a list of activity ids is wanted");
        }
    }

    boolean requiresAll() {
        return required.equals(List.of(ALL));
    }

    /** {@return the activities that ask for a token, where they are named one by one} */
    Set<Long> requiredActivities() {
        return required.stream()
                .flatMap(id -> CanonicalId.parse(id).stream().boxed())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Without the secret: records end up in logs. */
    @Override
    public String toString() {
        return "PurchaseTokenProperties[required=" + required + ", validFor=" + validFor + "]";
    }
}
