package io.seckill.lock;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the lock.
 *
 * @param provider which client holds the locks. All processes that share a lock must use the same
 * @param prefix what every key begins with: 1 to 100 visible ASCII characters without braces
 * @param expiry how long a plain lock is held when the caller does not say, 1 ms to 1 day
 * @param lease how long a renewed lock is held without a renewal; it is renewed every third of it. From 30 ms to 1 day:
 *     longer than the longest pause of a healthy process, for a paused holder loses the lock; as short as you can wait
 *     for the lock of a process that was killed
 * @param maxPause the longest pause between two questions of one who waits, 5 ms to 10 s
 * @param redisson settings of the Redisson client, where we make it
 */
@Validated
@ConfigurationProperties("seckill.lock")
public record LockProperties(
        @NotNull @DefaultValue("redis") Provider provider,

        @NotNull @Pattern(regexp = "[!-z|~]{1,100}") @DefaultValue("seckill:lock:")
        String prefix,

        @NotNull @DurationMin(millis = 1) @DurationMax(days = 1) @DefaultValue("1000ms")
        Duration expiry,

        @NotNull @DurationMin(millis = 30) @DurationMax(days = 1) @DefaultValue("10s")
        Duration lease,

        @NotNull @DurationMin(millis = 5) @DurationMax(seconds = 10) @DefaultValue("100ms")
        Duration maxPause,

        @NotNull @Valid @DefaultValue Redisson redisson) {

    /** Which client holds the locks. */
    public enum Provider {
        /** {@link RedisLockClient}, by Spring Data Redis alone. */
        REDIS,
        /** {@link RedissonLockClient}; needs {@code org.redisson:redisson} on the class path. */
        REDISSON
    }

    /**
     * Settings of the Redisson client that is made from {@code spring.data.redis.*} when the application brings none.
     *
     * @param minIdle connections that are kept open to each master, 1 to 1000
     * @param poolSize connections to each master at most, 1 to 1000
     */
    public record Redisson(
            @Min(1) @Max(1000) @DefaultValue("20") int minIdle,
            @Min(1) @Max(1000) @DefaultValue("200") int poolSize) {}

    /** {@return the settings of one who sets nothing} */
    public static LockProperties defaults() {
        return new LockProperties(
                Provider.REDIS,
                "seckill:lock:",
                Duration.ofMillis(1000),
                Duration.ofSeconds(10),
                Duration.ofMillis(100),
                new Redisson(20, 200));
    }

    /**
     * @param newLease how long a renewed lock is held without a renewal
     * @return the same settings with this lease
     */
    public LockProperties withLease(Duration newLease) {
        return new LockProperties(provider, prefix, expiry, newLease, maxPause, redisson);
    }
}
