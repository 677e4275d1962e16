package io.seckill.service.reconcile;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Keeping Redis and MySQL together.
 *
 * @param automaticRebuild whether a worker rebuilds by itself a sale whose Redis is older than MySQL, empty or does not
 *     add up; otherwise the sale stays shut until an operator asks for it
 * @param interval how often a worker compares the orders of a sale in all stores. 10 s to 1 day.
 * @param confirmAfter how long after something was seen wrong it must still be wrong to be repaired; without it, the
 *     queue's lease and five seconds. 0 s to 10 min.
 * @param keepReports how long reports are kept. 1 hour to 10 years.
 * @param registryCheck how often a worker sees to it that the queues of all sales are on the list of queues. 1 s to 1 day.
 */
@Validated
@ConfigurationProperties("seckill.reconcile")
public record ReconcileProperties(
        @DefaultValue("false") boolean automaticRebuild,

        @DefaultValue("5m") @NotNull @DurationMin(seconds = 10) @DurationMax(days = 1)
        Duration interval,

        @DurationMin @DurationMax(minutes = 10) @Nullable Duration confirmAfter,

        @DefaultValue("30d") @NotNull @DurationMin(hours = 1) @DurationMax(days = 3650)
        Duration keepReports,

        @DefaultValue("5s") @NotNull @DurationMin(seconds = 1) @DurationMax(days = 1)
        Duration registryCheck) {}
