package io.seckill.api.limit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a limit costs a call: {@code scripts/bench.sh jmh}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LimitJmh {

    private static final int KNOWN = 1 << 14;

    private final LocalBuckets buckets =
            new LocalBuckets(Rate.perSecond(5, 5), Duration.ofSeconds(5), 200_000, TimeMeter.SYSTEM_NANOTIME);
    private long next;

    /** A user who has called before. */
    @Benchmark
    public Duration knownUser() {
        return buckets.take(next++ & KNOWN - 1);
    }

    /** A user of whom nobody has heard: a bucket is made, and in the end another thrown away. */
    @Benchmark
    public Duration newUser() {
        return buckets.take(next++);
    }
}
