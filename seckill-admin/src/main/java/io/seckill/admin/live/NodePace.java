package io.seckill.admin.live;

import io.seckill.service.pulse.Answer;
import io.seckill.service.pulse.Latencies;
import io.seckill.service.pulse.Pulse;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node did between its last two pulses. It tells about once a second, and we look about once a second: by its own
 * times a look that comes between two pulses, or meets two of them, shows no dip and no peak.
 */
final class NodePace {

    private @Nullable Pulse previous;
    private Pulse latest;

    NodePace(Pulse first) {
        this.latest = first;
    }

    void heard(Pulse pulse) {
        if (pulse.at() > latest.at()) {
            previous = latest;
            latest = pulse;
        }
    }

    Pulse latest() {
        return latest;
    }

    /** Requests a second, by answer; {@code null} while only one pulse was heard. */
    @Nullable Map<Answer, Double> answers(long activityId) {
        Pulse before = previous;
        if (before == null) {
            return null;
        }
        Map<Answer, Long> then = count(before, activityId).answers();
        Map<Answer, Double> perSecond = new EnumMap<>(Answer.class);
        count(latest, activityId)
                .answers()
                .forEach((answer, times) ->
                        perSecond.put(answer, perSecond(grown(times, then.getOrDefault(answer, 0L)), before)));
        return perSecond;
    }

    Latencies latencies(long activityId) {
        Pulse before = previous;
        return before == null
                ? Latencies.NONE
                : count(latest, activityId)
                        .latencies()
                        .since(count(before, activityId).latencies());
    }

    /** Messages stored a second; {@code null} if it is no worker, or only one pulse was heard. */
    @Nullable Double stored() {
        Pulse before = previous;
        Pulse.WorkerCount now = latest.worker();
        if (before == null || now == null || before.worker() == null) {
            return null;
        }
        return perSecond(grown(now.done(), before.worker().done()), before);
    }

    private static Pulse.SaleCount count(Pulse pulse, long activityId) {
        return pulse.sales().getOrDefault(activityId, Pulse.SaleCount.NONE);
    }

    /** A count that has become less was forgotten meanwhile and began anew. */
    private static long grown(long now, long then) {
        return now >= then ? now - then : now;
    }

    private double perSecond(long times, Pulse since) {
        return times * 1_000.0 / (latest.at() - since.at());
    }
}
