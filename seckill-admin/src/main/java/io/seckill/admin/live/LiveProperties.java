package io.seckill.admin.live;

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
 * The live screen.
 *
 * @param maxViewers open screens, of all sales together; one more is told to try again later. 1 to 1000.
 * @param maxSales sales that are watched at once. 1 to 100.
 * @param history how far back a screen that is opened can look, if somebody watched already. 10 s to 10 min.
 * @param streamFor how long a screen is served before it has to ask again, which it does by itself, and which is when
 *     somebody whose session is over is told. 5 s to 30 min.
 */
@Validated
@ConfigurationProperties("seckill.admin.live")
record LiveProperties(
        @DefaultValue("100") @Min(1) @Max(1000) int maxViewers,
        @DefaultValue("20") @Min(1) @Max(100) int maxSales,

        @DefaultValue("3m") @NotNull @DurationMin(seconds = 10) @DurationMax(minutes = 10)
        Duration history,

        @DefaultValue("10m") @NotNull @DurationMin(seconds = 5) @DurationMax(minutes = 30)
        Duration streamFor) {}
