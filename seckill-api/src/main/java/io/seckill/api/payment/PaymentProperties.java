package io.seckill.api.payment;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Payments as a provider reports them.
 *
 * @param secret what provider and shop sign with, 32 characters or more; without it no report is believed
 * @param maxAge how old a report may be, and how far ahead of our clock, 10 s to 1 h
 */
@Validated
@ConfigurationProperties("seckill.payment")
record PaymentProperties(
        @Nullable String secret,

        @DefaultValue("5m") @DurationMin(seconds = 10) @DurationMax(hours = 1)
        Duration maxAge) {

    private static final int LEAST_SECRET = 32;

    /**
     * @throws IllegalArgumentException if the secret is too short to be one
     */
    PaymentProperties {
        if (secret != null && !secret.isEmpty() && secret.length() < LEAST_SECRET) {
            throw new IllegalArgumentException(
                    "seckill.payment.secret must have at least " + LEAST_SECRET + " characters");
        }
    }

    /** The secret of a record is printed by nobody. */
    @Override
    public String toString() {
        return "PaymentProperties[maxAge=" + maxAge + "]";
    }
}
