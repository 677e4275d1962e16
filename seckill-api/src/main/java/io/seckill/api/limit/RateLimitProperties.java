package io.seckill.api.limit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often one user may do what, on each node. Polling has an allowance of its own and never eats that of orders.
 *
 * @param order placing an order
 * @param status asking what became of one
 * @param idleExpiry how long a user who does nothing is remembered; raised to the time in which an allowance fills up
 * @param maxUsers most users that are remembered at a time, some 450 bytes each; the least active are forgotten first
 */
@Validated
@ConfigurationProperties("seckill.rate-limit")
record RateLimitProperties(
        @DefaultValue @Valid Order order,
        @DefaultValue @Valid Status status,

        @DefaultValue("5s") @DurationMin(seconds = 1) @DurationMax(minutes = 10)
        Duration idleExpiry,

        @DefaultValue("200000") @Min(1000) @Max(10_000_000) int maxUsers) {

    /** The figures of one action. */
    sealed interface Limit permits Order, Status {

        boolean enabled();

        int capacity();

        int perSecond();
    }

    /**
     * Placing an order.
     *
     * @param enabled whether there is a limit
     * @param capacity calls that may be saved up and made at once, 1 or more
     * @param perSecond calls that are added to it every second, 1 or more
     */
    record Order(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("5") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("5") @Min(1) @Max(1_000_000) int perSecond)
            implements Limit {}

    /**
     * Asking what became of an order.
     *
     * @param enabled whether there is a limit
     * @param capacity calls that may be saved up and made at once, 1 or more
     * @param perSecond calls that are added to it every second, 1 or more
     */
    record Status(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("40") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("20") @Min(1) @Max(1_000_000) int perSecond)
            implements Limit {}

    /**
     * The figures of an action.
     *
     * @param action its name
     * @return its figures
     * @throws IllegalArgumentException if there is no such action
     */
    Limit of(String action) {
        return switch (action) {
            case "order" -> order;
            case "status" -> status;
            default -> throw new IllegalArgumentException("no rate limit is defined for the action " + action);
        };
    }
}
