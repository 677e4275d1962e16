package io.seckill.queue;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the queue.
 *
 * @param enabled whether the queue's beans are there at all
 * @param registry key of the set that holds the keys of all queues
 * @param threads consumer threads of this process, 1 to 1000. Rule: messages per second × seconds per message, and never
 *     more than the connections of the database pool
 * @param batchSize most messages a worker takes at once, 1 to 1000
 * @param maxMessageSize a larger message is buried; a batch stays below a megabyte or this, whichever is more
 * @param lease how long the messages of a worker that shows no life stay with it, 1 s to 1 h. Longer than the command
 *     time-out of Redis
 * @param maxFailures after so many failures of the handler a message is buried, 1 to 1000
 * @param maxDeliveries after so many deliveries without an outcome a message is buried, 3 to 1000. Only from its third delivery
 *     on a message is kept apart from others, so that fewer would bury what was merely in hand beside the culprit
 * @param backoffInitial wait after the first failure; doubles with each further one, less a random part of up to half
 * @param backoffMax longest wait after a failure
 * @param maxBacklog most messages in queue and retry set together; a push above it is refused
 * @param pollMin shortest wait between two looks at the queues
 * @param pollMax longest wait between two looks at the queues, hence from push to take when idle; at most 1 s
 * @param registryInterval how often new queues are looked for; at most 10 s
 * @param grace how long a stop waits for batches in hand before it returns them; shorter than
 *     spring.lifecycle.timeout-per-shutdown-phase
 * @param logInterval while something is away, one line in the log per so long
 * @param watchInterval how often the meters of the queues are brought up to date
 * @param healthMaxAge health is down in a process with workers while a message is older than this
 */
@Validated
@ConfigurationProperties("seckill.queue")
public record QueueProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("seckill:queues") @NotBlank String registry,
        @DefaultValue("8") @Min(1) @Max(1000) int threads,
        @DefaultValue("200") @Min(1) @Max(1000) int batchSize,
        @DefaultValue("64KB") DataSize maxMessageSize,

        @DefaultValue("15s") @DurationMin(seconds = 1) @DurationMax(hours = 1)
        Duration lease,

        @DefaultValue("3") @Min(1) @Max(1000) int maxFailures,
        @DefaultValue("10") @Min(3) @Max(1000) int maxDeliveries,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration backoffInitial,
        @DefaultValue("1m") @DurationMin(millis = 1) Duration backoffMax,
        @DefaultValue("1000000") @Min(1) long maxBacklog,
        @DefaultValue("5ms") @DurationMin(millis = 1) Duration pollMin,

        @DefaultValue("40ms") @DurationMin(millis = 1) @DurationMax(seconds = 1)
        Duration pollMax,

        @DefaultValue("500ms") @DurationMin(millis = 1) @DurationMax(seconds = 10)
        Duration registryInterval,

        @DefaultValue("20s") @DurationMin(millis = 0) Duration grace,
        @DefaultValue("30s") @DurationMin(millis = 1) Duration logInterval,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration watchInterval,
        @DefaultValue("1m") @DurationMin(seconds = 1) Duration healthMaxAge) {

    private static final long BATCH_BYTES = 1 << 20;

    /** Most bytes of a batch; a single message may be larger. */
    long batchBytes() {
        return Math.max(BATCH_BYTES, maxMessageSize.toBytes());
    }
}
