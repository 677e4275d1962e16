package io.seckill.service.activity;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The life of activities.
 *
 * @param warmUpAhead how long before its start a worker warms an activity up by itself; 0 for never. Up to 30 days.
 * @param closeAfter how long after its end a worker closes a sale that nobody has closed. 0 to 365 days.
 * @param keepArchived how long Redis still holds the keys of a sale that is archived. 1 s to 30 days.
 */
@Validated
@ConfigurationProperties("seckill.activity")
public record ActivityProperties(
        @DefaultValue("0s") @NotNull @DurationMin(seconds = 0) @DurationMax(days = 30)
        Duration warmUpAhead,

        @DefaultValue("1h") @NotNull @DurationMin(seconds = 0) @DurationMax(days = 365)
        Duration closeAfter,

        @DefaultValue("1h") @NotNull @DurationMin(seconds = 1) @DurationMax(days = 30)
        Duration keepArchived) {}
