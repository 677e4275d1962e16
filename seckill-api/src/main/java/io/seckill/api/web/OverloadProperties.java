package io.seckill.api.web;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * More calls than a node can answer.
 *
 * @param maxWait for how long a call may have waited for a thread, or for a processor; one that has waited longer is told
 *     SYSTEM_BUSY before anything is done for it, so that those before it are answered in time. 10 ms to 1 min.
 */
@Validated
@ConfigurationProperties("seckill.overload")
record OverloadProperties(
        @DefaultValue("500ms") @NotNull @DurationMin(millis = 10) @DurationMax(minutes = 1)
        Duration maxWait) {}
