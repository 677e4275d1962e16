package io.seckill.service.redis;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What time it is for Redis, estimated without asking. A sale opens and closes, and a given-up order expires, by the
 * clock of Redis, so that all nodes agree however their own clocks are set. Every answer of a script that carries that
 * clock is a sample; between samples the monotonic timer of this JVM goes on from the last one, so a jump of the local
 * wall clock changes nothing.
 */
@Component
public class RedisTimeline {

    /** A slower answer says little about when within it Redis looked at its clock. */
    private static final long SHARP_NANOS = 20_000_000L;

    /** After so long any sample beats none. */
    private static final long STALE_NANOS = 2_000_000_000L;

    private final Clock clock;
    private volatile @Nullable Sample sample;

    RedisTimeline(Clock clock) {
        this.clock = clock;
    }

    /**
     * Takes a sample.
     *
     * @param redisMillis what Redis said, epoch milliseconds
     * @param sentNanos {@link System#nanoTime()} before the question
     * @param receivedNanos {@link System#nanoTime()} after the answer
     */
    public void observe(long redisMillis, long sentNanos, long receivedNanos) {
        Sample last = sample;
        boolean sharp = receivedNanos - sentNanos <= SHARP_NANOS;
        if (sharp || last == null || receivedNanos - last.nanos > STALE_NANOS) {
            sample = new Sample(redisMillis, sentNanos + (receivedNanos - sentNanos) / 2);
        }
    }

    /** {@return whether Redis has ever told its time} */
    public boolean isKnown() {
        return sample != null;
    }

    /** {@return the time of Redis in epoch milliseconds; the local clock's while Redis has not been heard} */
    public long millis() {
        Sample last = sample;
        return last == null ? clock.millis() : last.redisMillis + (System.nanoTime() - last.nanos) / 1_000_000;
    }

    /** {@return the same as an instant} */
    public Instant now() {
        return Instant.ofEpochMilli(millis());
    }

    private record Sample(long redisMillis, long nanos) {}
}
