package io.seckill.service.startup;

import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * The start of a process.
 *
 * @param patience how long to wait for a Redis or MySQL that is away, before the process gives up and ends with exit
 *     code 1. 0 to 1 day; 0 gives up at once.
 * @param allowUnsafeRedis whether to start although Redis is reached at an address that others can reach too, and lets
 *     anybody in without a password.
 */
@Validated
@ConfigurationProperties("seckill.startup")
record StartupProperties(
        @Name("wait") @DefaultValue("5m") @NotNull @DurationMin(seconds = 0) @DurationMax(days = 1)
        Duration patience,

        @DefaultValue("false") boolean allowUnsafeRedis) {}
