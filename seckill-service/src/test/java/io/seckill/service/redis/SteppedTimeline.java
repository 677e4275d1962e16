package io.seckill.service.redis;

import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;

/** The clock of Redis, known exactly. */
public final class SteppedTimeline extends RedisTimeline {

    private final LongSupplier millis;

    public SteppedTimeline(LongSupplier millis) {
        super(Clock.systemUTC());
        this.millis = millis;
    }

    @Override
    public boolean isKnown() {
        return true;
    }

    @Override
    public long millis() {
        return millis.getAsLong();
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(millis());
    }
}
