package io.seckill.service.pulse;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How many calls took how long. The buckets are an eighth of a power of two wide, as in an HdrHistogram of one digit, so
 * that counts of many nodes add up and a quantile is at most an eighth too high. From 1 µs to 33 s.
 *
 * @param counts calls by bucket; as many buckets as the longest call needs
 */
public record Latencies(long[] counts) {

    /** Nobody called. */
    public static final Latencies NONE = new Latencies(new long[0]);

    private static final int PARTS = 8;
    private static final int PART_BITS = 3;
    private static final long LONGEST_MICROS = (1L << 25) - 1;

    /** How many buckets there are. */
    static final int BUCKETS = bucket(Long.MAX_VALUE) + 1;

    /** The bucket of a call. */
    static int bucket(long nanos) {
        long micros = Math.min(Math.max(nanos / 1_000, 0), LONGEST_MICROS);
        if (micros < PARTS) {
            return (int) micros;
        }
        int shift = 63 - PART_BITS - Long.numberOfLeadingZeros(micros);
        return (shift << PART_BITS) + (int) (micros >>> shift);
    }

    /** The longest call of a bucket, in ms. */
    static double longestMillis(int bucket) {
        if (bucket < PARTS) {
            return bucket / 1_000.0;
        }
        int shift = (bucket >>> PART_BITS) - 1;
        long part = PARTS + (bucket & PARTS - 1);
        return ((part + 1 << shift) - 1) / 1_000.0;
    }

    /**
     * What came since.
     *
     * @param earlier counts of the same source; one that has counted more began anew meanwhile
     * @return the difference
     */
    public Latencies since(Latencies earlier) {
        if (earlier.calls() > calls()) {
            return this;
        }
        long[] since = counts.clone();
        for (int i = 0; i < Math.min(since.length, earlier.counts.length); i++) {
            since[i] = Math.max(0, since[i] - earlier.counts[i]);
        }
        return new Latencies(since);
    }

    /**
     * Both together.
     *
     * @param other of another source
     * @return the sum
     */
    public Latencies plus(Latencies other) {
        long[] sum = Arrays.copyOf(counts, Math.max(counts.length, other.counts.length));
        for (int i = 0; i < other.counts.length; i++) {
            sum[i] += other.counts[i];
        }
        return new Latencies(sum);
    }

    /** {@return how many calls there were} */
    public long calls() {
        return Arrays.stream(counts).sum();
    }

    /**
     * The time within which this part of the calls was answered.
     *
     * @param part above 0, at most 1: 0.99 for p99
     * @return milliseconds, an eighth too high at most; empty if nobody called
     */
    public OptionalDouble quantileMillis(double part) {
        long wanted = (long) Math.ceil(part * calls());
        for (int i = 0; i < counts.length; i++) {
            wanted -= counts[i];
            if (wanted <= 0 && counts[i] > 0) {
                return OptionalDouble.of(longestMillis(i));
            }
        }
        return OptionalDouble.empty();
    }

    /** Without the empty buckets: bucket, calls, bucket, calls. */
    long[] sparse() {
        long[] pairs = new long[2 * counts.length];
        int used = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                pairs[used++] = i;
                pairs[used++] = counts[i];
            }
        }
        return Arrays.copyOf(pairs, used);
    }

    /** What {@link #sparse()} made; what is none of our buckets is left out. */
    static Latencies ofSparse(long[] pairs) {
        long[] counts = new long[BUCKETS];
        int used = 0;
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            if (pairs[i] >= 0 && pairs[i] < BUCKETS) {
                counts[(int) pairs[i]] = pairs[i + 1];
                used = Math.max(used, (int) pairs[i] + 1);
            }
        }
        return new Latencies(Arrays.copyOf(counts, used));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Latencies latencies && Arrays.equals(counts, latencies.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "Latencies" + Arrays.toString(sparse());
    }
}
