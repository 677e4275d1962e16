package io.seckill.api.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What a crowd was answered in some time. */
final class Slice {

    static final String ACCEPTED = "202 OK";

    private static final long LONGEST_MICROS = 60_000_000L;
    private static final double NEARLY_ALL = 0.9;

    private final Map<String, Long> outcomes = new TreeMap<>();
    private final Histogram accepted = new Histogram(LONGEST_MICROS, 3);
    private final Histogram all = new Histogram(LONGEST_MICROS, 3);
    private final Histogram late = new Histogram(LONGEST_MICROS, 3);
    private final Map<String, Object> more = new LinkedHashMap<>();
    private double seconds;
    private long sent;
    private int open;
    private long waits;
    private long gaveUp;

    void answered(String outcome, long nanos) {
        outcomes.merge(outcome, 1L, Long::sum);
        long micros = Math.min(LONGEST_MICROS, Math.max(0, nanos / 1_000));
        all.recordValue(micros);
        if (outcome.equals(ACCEPTED)) {
            accepted.recordValue(micros);
        }
    }

    /** A call left so long after it could: what the load generator has to answer for, and not the server. */
    void sentLate(long nanos) {
        late.recordValue(Math.min(LONGEST_MICROS, Math.max(0, nanos / 1_000)));
    }

    double lateMillisAt(double percentile) {
        return late.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** A call was due, and all the connections that there may be were busy. */
    void waitedForConnection() {
        waits++;
    }

    /** And they stayed busy: it was not sent. */
    void gaveUp() {
        gaveUp++;
    }

    /** Whether nobody was kept waiting to speak, and nearly as many were answered as spoke. */
    boolean isAnswered() {
        long answers = outcomes.values().stream().mapToLong(Long::longValue).sum();
        return gaveUp == 0 && answers >= NEARLY_ALL * sent;
    }

    long due() {
        return sent;
    }

    long notSent() {
        return gaveUp;
    }

    void ended(double took, long calls, int stillOpen) {
        seconds = took;
        sent = calls;
        open = stillOpen;
    }

    /** Something else that belongs to this time, such as memory at its end. */
    void note(String what, Object figure) {
        more.put(what, figure);
    }

    Object noted(String what) {
        return more.get(what);
    }

    Map<String, Long> outcomes() {
        return outcomes;
    }

    long count(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    double acceptedMillisAt(double percentile) {
        return accepted.getValueAtPercentile(percentile) / 1_000.0;
    }

    double millisAt(double percentile) {
        return all.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** For the report. */
    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("seconds", Math.round(seconds * 10) / 10.0);
        figures.put("due", sent);
        figures.put("answers", outcomes);
        figures.put("accepted, p50 ms", acceptedMillisAt(50));
        figures.put("accepted, p99 ms", acceptedMillisAt(99));
        figures.put("all, p50 ms", millisAt(50));
        figures.put("all, p99 ms", millisAt(99));
        figures.put("sent late, p99 ms", lateMillisAt(99));
        figures.put("waiting at the end", open);
        figures.put("looks at which no connection was free", waits);
        figures.put("not sent, since no connection was free for a second", gaveUp);
        figures.putAll(more);
        return figures;
    }
}
