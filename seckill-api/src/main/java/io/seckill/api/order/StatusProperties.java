package io.seckill.api.order;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The status call that waits.
 *
 * @param maxWaiters most calls that may wait at a time on one node; one more is answered SYSTEM_BUSY
 * @param readInterval how often the claims of an activity are read, once for all who wait for it
 * @param readers threads that read them; more than a few only help with many activities at once
 */
@Validated
@ConfigurationProperties("seckill.status")
record StatusProperties(
        @DefaultValue("4000") @Min(1) @Max(7000) int maxWaiters,

        @DefaultValue("200ms") @DurationMin(millis = 20) @DurationMax(seconds = 5)
        Duration readInterval,

        @DefaultValue("8") @Min(1) @Max(64) int readers) {}
