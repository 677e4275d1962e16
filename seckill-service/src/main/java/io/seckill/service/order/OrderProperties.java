package io.seckill.service.order;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Orders after their admission.
 *
 * @param payWithin how long a stored order waits for its payment. 1 s to 30 days.
 * @param confirmingFor how long an order id that is found nowhere is still called CONFIRMING. 1 s to 10 min.
 */
@Validated
@ConfigurationProperties("seckill.order")
public record OrderProperties(
        @DefaultValue("15m") @NotNull @DurationMin(seconds = 1) @DurationMax(days = 30)
        Duration payWithin,

        @DefaultValue("30s") @NotNull @DurationMin(seconds = 1) @DurationMax(minutes = 10)
        Duration confirmingFor) {}
