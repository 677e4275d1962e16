package io.seckill.admin.security;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often somebody may try to sign in.
 *
 * @param freeTries wrong passwords for one name from one address before the first wait
 * @param firstWait the first wait, of an address for one name; each further wrong password doubles it
 * @param longestWait no wait is longer; after twice this without a try all is forgotten
 * @param addressTries wrong passwords from one address, for whatever names, in each address-window
 * @param addressWindow in which an address has so many tries
 * @param trustedProxies whose {@code X-Forwarded-For} is believed: addresses, or networks such as 10.0.0.0/8; empty to
 *     believe nobody's
 */
@ConfigurationProperties("seckill.admin.sign-in")
@Validated
record SignInProperties(
        @DefaultValue("5") @Min(1) @Max(100) int freeTries,

        @DefaultValue("1s") @NotNull @DurationMin(millis = 100) @DurationMax(minutes = 10)
        Duration firstWait,

        @DefaultValue("15m") @NotNull @DurationMin(seconds = 1) @DurationMax(hours = 24)
        Duration longestWait,

        @DefaultValue("30") @Min(5) @Max(10_000) int addressTries,

        @DefaultValue("10m") @NotNull @DurationMin(seconds = 1) @DurationMax(hours = 24)
        Duration addressWindow,

        @DefaultValue List<String> trustedProxies) {}
