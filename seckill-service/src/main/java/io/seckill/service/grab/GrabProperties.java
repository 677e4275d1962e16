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
 *     script refuses the order should it come to run later than that; kept to a twentieth of it. 50 ms to 10 s.
 * @param maxBacklog the most orders of one activity that may wait to be stored, retries included; above it requests are
 *     told SYSTEM_BUSY. 1 to 10,000,000.
 * @param maxRegrabs how often a user whose order was cancelled, by hand or for want of payment, may buy of the same
 *     activity again. 0 to 1000.
 * @param rememberSoldOut whether a node answers SOLD_OUT from memory to users who hold no claim, as long as nothing is
 *     left.
 * @param batchSize most orders of one activity that share a call of the script. 1 to 500.
 * @param batchesInFlight most calls of the script that are under way for one activity from one node; an order that comes
 *     while so many are waits for the next. 1 to 16.
 * @param maxWaiting most orders of one activity that wait for a call on one node; above it requests are told
 *     SYSTEM_BUSY. 1 to 1,000,000.
 */
@Validated
@ConfigurationProperties("seckill.grab")
public record GrabProperties(
        @DefaultValue("2s") @NotNull @DurationMin(millis = 50) @DurationMax(seconds = 10)
        Duration timeout,

        @DefaultValue("1000000") @Min(1) @Max(10_000_000) int maxBacklog,
        @DefaultValue("3") @Min(0) @Max(1000) int maxRegrabs,
        @DefaultValue("true") boolean rememberSoldOut,
        @DefaultValue("64") @Min(1) @Max(500) int batchSize,
        @DefaultValue("2") @Min(1) @Max(16) int batchesInFlight,
        @DefaultValue("10000") @Min(1) @Max(1_000_000) int maxWaiting) {}
