package io.seckill.lock;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Counts locks: {@code seckill.lock.hold} (histogram of hold times), {@code seckill.lock.busy} and
 * {@code seckill.lock.lost}, each with the tag {@code lock}. Its value is the lock's name up to the first colon, so that
 * {@code rebuild:1001} and {@code rebuild:1002} are one series; put what varies behind a colon.
 */
final class MicrometerLockListener implements LockListener {

    private final MeterRegistry meters;

    MicrometerLockListener(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void held(String lock, Duration time) {
        Timer.builder("seckill.lock.hold")
                .description("How long locks are held; a lease should be three times the 99th percentile")
                .tag("lock", family(lock))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(meters)
                .record(time);
    }

    @Override
    public void busy(String lock) {
        meters.counter("seckill.lock.busy", "lock", family(lock)).increment();
    }

    @Override
    public void lost(String lock) {
        meters.counter("seckill.lock.lost", "lock", family(lock)).increment();
    }

    private static String family(String lock) {
        int colon = lock.indexOf(':');
        return colon < 0 ? lock : lock.substring(0, colon);
    }
}
