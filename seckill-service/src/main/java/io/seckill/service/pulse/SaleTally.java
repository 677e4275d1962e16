package io.seckill.service.pulse;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/** What this process has answered in one sale. Request threads add one to two numbers, and that is all they do. */
final class SaleTally {

    private final LongAdder[] answers = new LongAdder[Answer.values().length];
    private final AtomicLongArray latencies = new AtomicLongArray(Latencies.BUCKETS);

    // Read and written by the one thread that writes the pulse.
    private long lastSum;
    private int idleBeats;

    SaleTally() {
        Arrays.setAll(answers, i -> new LongAdder());
    }

    void answered(Answer answer, long nanos) {
        answers[answer.ordinal()].increment();
        latencies.incrementAndGet(Latencies.bucket(nanos));
    }

    /** Turned away before it came to a decision: what that took says nothing about the sale. */
    void turnedAway(Answer answer) {
        answers[answer.ordinal()].increment();
    }

    /** For how many beats nobody has asked, this one included. */
    int idleBeats() {
        long sum = Arrays.stream(answers).mapToLong(LongAdder::sum).sum();
        idleBeats = sum == lastSum ? idleBeats + 1 : 0;
        lastSum = sum;
        return idleBeats;
    }

    Pulse.SaleCount count() {
        Map<Answer, Long> counted = new EnumMap<>(Answer.class);
        for (Answer answer : Answer.values()) {
            long sum = answers[answer.ordinal()].sum();
            if (sum > 0) {
                counted.put(answer, sum);
            }
        }
        long[] calls = LongStream.range(0, Latencies.BUCKETS)
                .map(i -> latencies.get((int) i))
                .toArray();
        return new Pulse.SaleCount(counted, new Latencies(calls));
    }
}
