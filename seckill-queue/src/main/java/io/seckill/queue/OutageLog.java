package io.seckill.queue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps an outage from flooding the log: one line when something fails, one per interval while it goes on failing, one
 * when it works again.
 */
final class OutageLog {

    private final Logger log;
    private final long intervalNanos;
    private final LongSupplier nanoTime;
    private final ConcurrentHashMap<String, Outage> outages = new ConcurrentHashMap<>();

    private record Outage(long since, long lastLine, long failures) {}

    OutageLog(Logger log, Duration interval, LongSupplier nanoTime) {
        this.log = log;
        this.intervalNanos = interval.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Something failed: {@code what} names it, {@code consequence} says what happens next. */
    void failed(String what, String consequence, Throwable failure) {
        long now = nanoTime.getAsLong();
        outages.compute(what, (key, outage) -> line(now, what, consequence, failure, outage));
    }

    /** It works. */
    void works(String what) {
        if (outages.isEmpty()) {
            return;
        }
        Outage outage = outages.remove(what);
        if (outage != null) {
            long seconds = Duration.ofNanos(nanoTime.getAsLong() - outage.since).toSeconds();
            log.info("{} works again after {} s and {} failures", what, seconds, outage.failures);
        }
    }

    /** Something worth a line that may come in thousands: the first one of its kind, then one per interval. */
    void note(String kind, String line) {
        long now = nanoTime.getAsLong();
        outages.compute(kind, (key, noted) -> {
            if (noted != null && now - noted.lastLine < intervalNanos) {
                return new Outage(noted.since, noted.lastLine, noted.failures + 1);
            }
            if (noted == null || noted.failures == 0) {
                log.warn("{}", line);
            } else {
                log.warn("{} ({} more like it since the last line)", line, noted.failures);
            }
            return new Outage(now, now, 0);
        });
    }

    private Outage line(long now, String what, String consequence, Throwable failure, @Nullable Outage outage) {
        if (outage == null) {
            log.warn("{} failed: {}; {}", what, RedisFailure.line(failure), consequence);
            return new Outage(now, now, 1);
        }
        if (now - outage.lastLine < intervalNanos) {
            return new Outage(outage.since, outage.lastLine, outage.failures + 1);
        }
        long seconds = Duration.ofNanos(now - outage.since).toSeconds();
        log.warn(
                "{} still fails after {} s and {} tries: {}; {}",
                what,
                seconds,
                outage.failures + 1,
                RedisFailure.line(failure),
                consequence);
        return new Outage(outage.since, now, outage.failures + 1);
    }
}
