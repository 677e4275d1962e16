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

    /**
     * A sample may be less sharp than the one before by a thousandth of the time between them: clocks drift apart, and a
     * clock that was set is noticed in time.
     */
    private static final long AGE_PER_BLUR = 1_000;

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
        // Redis looked at its clock somewhere between the two: the shorter that took, the better is known when.
        long blur = (receivedNanos - sentNanos) / 2;
        Sample last = sample;
        long age = last == null ? 0 : Math.max(0, receivedNanos - last.nanos);
        if (last == null || blur <= last.blur + age / AGE_PER_BLUR) {
            sample = new Sample(redisMillis, sentNanos + blur, blur);
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

    /**
     * {@return a time that has surely come for Redis: where {@link #now()} may go back when Redis is heard better, this
     * does not, but for twice as much as the better sample may be wrong by}
     */
    public Instant atLeast() {
        Sample last = sample;
        return now().minusNanos(last == null ? 0 : last.blur);
    }

    private record Sample(long redisMillis, long nanos, long blur) {}
}
