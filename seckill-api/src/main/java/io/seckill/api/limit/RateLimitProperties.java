package io.seckill.api.limit;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may do what how often. Polling has an allowance of its own and never eats that of orders. The limits by address
 * and by activity are off in the profile {@code dev}.
 *
 * @param order placing an order, by user
 * @param status asking what became of one, by user
 * @param token fetching a purchase token, by user
 * @param ip any call of the storefront, by client address
 * @param distinctUsers how many users may come from one address
 * @param activity placing an order, by activity: protects what is behind
 * @param trustedProxies whose {@code X-Forwarded-For} is believed: addresses, or networks such as 10.0.0.0/8; empty to
 *     believe nobody
 * @param shared whether user, address and activity have one allowance on all nodes together, kept in Redis, rather than
 *     one on each node
 * @param idleExpiry how long who does nothing is remembered; raised to the time in which an allowance fills up
 * @param maxUsers most users that are remembered at a time, some 170 bytes for each limit; the least active are forgotten first
 * @param maxAddresses most client addresses that are remembered at a time, some 170 bytes for each limit
 */
@Validated
@ConfigurationProperties("seckill.rate-limit")
record RateLimitProperties(
        @DefaultValue @Valid Order order,
        @DefaultValue @Valid Status status,
        @DefaultValue @Valid Token token,
        @DefaultValue @Valid Ip ip,
        @DefaultValue @Valid DistinctUsers distinctUsers,
        @DefaultValue @Valid Activity activity,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue("false") boolean shared,

        @DefaultValue("5s") @DurationMin(seconds = 1) @DurationMax(minutes = 10)
        Duration idleExpiry,

        @DefaultValue("200000") @Min(1000) @Max(10_000_000) int maxUsers,
        @DefaultValue("100000") @Min(1000) @Max(10_000_000) int maxAddresses) {

    /** The figures of one limit. */
    sealed interface Limit {

        boolean enabled();

        int capacity();

        int perSecond();

        /** {@return the figures of a bucket} */
        default Rate rate() {
            return Rate.perSecond(capacity(), perSecond());
        }
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
     * Fetching a purchase token.
     *
     * @param enabled whether there is a limit
     * @param capacity calls that may be saved up and made at once, 1 or more
     * @param perSecond calls that are added to it every second, 1 or more
     */
    record Token(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("5") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("2") @Min(1) @Max(1_000_000) int perSecond)
            implements Limit {}

    /**
     * The calls of one client address, coarse on purpose: many people may share one. An IPv6 network of 64 bits is one
     * address.
     *
     * @param enabled whether there is a limit
     * @param capacity calls that may be saved up and made at once, 1 or more
     * @param perSecond calls that are added to it every second, 1 or more
     */
    record Ip(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("600") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("300") @Min(1) @Max(1_000_000) int perSecond)
            implements Limit {}

    /**
     * The orders that are tried for in one activity.
     *
     * @param enabled whether there is a limit
     * @param capacity calls that may be saved up and made at once, 1 or more
     * @param perSecond calls that are added to it every second, 1 or more
     */
    record Activity(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("10000") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("10000") @Min(1) @Max(1_000_000) int perSecond)
            implements Limit {}

    /**
     * The users that come from one client address. Counted on each node.
     *
     * @param enabled whether there is a limit
     * @param capacity users that may be new at once, 1 or more
     * @param perMinute users that may be new every minute after that, 1 or more
     * @param rememberedFor after how long without a call a user is new again
     */
    record DistinctUsers(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("200") @Min(1) @Max(1_000_000) int capacity,
            @DefaultValue("100") @Min(1) @Max(1_000_000) int perMinute,

            @DefaultValue("10m") @DurationMin(seconds = 10) @DurationMax(hours = 24)
            Duration rememberedFor) {

        Rate rate() {
            return new Rate(capacity, perMinute, Duration.ofMinutes(1));
        }
    }

    /**
     * The figures of an action that is limited by user.
     *
     * @param action its name
     * @return its figures
     * @throws IllegalArgumentException if there is no such action
     */
    Limit of(String action) {
        return switch (action) {
            case "order" -> order;
            case "status" -> status;
            case "token" -> token;
            default -> throw new IllegalArgumentException("no rate limit is defined for the action " + action);
        };
    }
}
