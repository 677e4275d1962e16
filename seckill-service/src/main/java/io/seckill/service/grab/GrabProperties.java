package io.seckill.service.grab;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Admission.
 *
 * @param timeout how long a request may wait for the script's answer; after it the buyer is told CONFIRMING, and the
 *     script refuses the order should it come to run later than that. 50 ms to 10 s.
 * @param maxBacklog the most orders of one activity that may wait to be stored, retries included; above it requests are
 *     told SYSTEM_BUSY. 1 to 10,000,000.
 * @param maxRegrabs how often a user whose order was cancelled, by hand or for want of payment, may buy of the same
 *     activity again. 0 to 1000.
 */
@Validated
@ConfigurationProperties("seckill.grab")
public record GrabProperties(
        @DefaultValue("2s") @NotNull @DurationMin(millis = 50) @DurationMax(seconds = 10)
        Duration timeout,

        @DefaultValue("1000000") @Min(1) @Max(10_000_000) int maxBacklog,
        @DefaultValue("3") @Min(0) @Max(1000) int maxRegrabs,
        @DefaultValue("true") boolean rememberSoldOut) {}
