package io.seckill.lock.kit;

import java.util.ArrayList;
import java.util.List;

/**
 * What a fuzz saw.
 *
 * @param seed of all chance
 * @param writes of the unguarded counter
 * @param value the unguarded counter in the end; smaller than {@code writes} if updates were lost
 * @param breaks how many writes were not made on what the write before them had written
 * @param unexplained those breaks at which neither writer reported a lost lock, nor was killed before it could
 * @param lost how many holders reported a lost lock
 * @param guardedWrites writes of the guarded counter
 * @param guardedExact whether these were 1, 2, 3 and so on, each once
 * @param refused how often the guarded counter refused a late holder
 * @param kills how many processes were killed
 * @param stops how many were stopped for longer than the lease
 */
public record FuzzReport(
        long seed,
        int writes,
        long value,
        int breaks,
        List<String> unexplained,
        long lost,
        int guardedWrites,
        boolean guardedExact,
        long refused,
        int kills,
        int stops) {

    static FuzzReport of(FuzzCounters counters, long seed, int kills, int stops) {
        List<String> history = counters.history();
        List<String> unexplained = new ArrayList<>();
        int breaks = 0;
        for (int i = 0; i < history.size(); i++) {
            if (read(history.get(i)) == (i == 0 ? 0 : read(history.get(i - 1)) + 1)) {
                continue;
            }
            // Somebody else wrote between this one's read and write. The last who did is the entry before, and of two
            // who both believed to hold the lock, one had lost it.
            breaks++;
            if (i == 0 || isBlameless(counters, history.get(i)) && isBlameless(counters, history.get(i - 1))) {
                unexplained.add((i == 0 ? "nothing" : history.get(i - 1)) + " then " + history.get(i));
            }
        }
        List<String> guarded = counters.guardedHistory();
        boolean exact = counters.guarded() == guarded.size();
        for (int i = 0; i < guarded.size(); i++) {
            exact &= guarded.get(i).equals(Integer.toString(i + 1));
        }
        return new FuzzReport(
                seed,
                history.size(),
                counters.read(),
                breaks,
                unexplained,
                counters.ended("Lost"),
                guarded.size(),
                exact,
                counters.refusals(),
                kills,
                stops);
    }

    private static long read(String entry) {
        return Long.parseLong(entry.substring(entry.indexOf(' ') + 1));
    }

    private static boolean isBlameless(FuzzCounters counters, String entry) {
        return "Done".equals(counters.outcome(entry.substring(0, entry.indexOf(' '))));
    }

    /** {@return whether no two holders ever met, as far as the counters can tell} */
    public boolean isPerfect() {
        return writes > 0 && breaks == 0 && value == writes && lost == 0 && guardedExact && guardedWrites == writes;
    }
}
