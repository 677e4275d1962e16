package io.seckill.service.pulse;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What a process tells the console's live screen.
 *
 * @param enabled whether it counts by sale and tells what it counted. Without it the screen shows stock and queue, but
 *     neither refusals nor times nor nodes.
 * @param interval how often it tells. 200 ms to 3 s.
 */
@Validated
@ConfigurationProperties("seckill.pulse")
record PulseProperties(
        @DefaultValue("true") boolean enabled,

        @DefaultValue("1s") @NotNull @DurationMin(millis = 200) @DurationMax(seconds = 3)
        Duration interval) {}
