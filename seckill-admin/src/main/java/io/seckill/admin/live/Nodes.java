package io.seckill.admin.live;

import io.seckill.service.pulse.Answer;
import io.seckill.service.pulse.Latencies;
import io.seckill.service.pulse.Pulse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All processes that live, and what they do together. One thread's own. */
final class Nodes {

    private final Map<String, NodePace> paces = new TreeMap<>();

    /** What was read; who is not among them any more is gone. */
    void heard(List<Pulse> pulses) {
        paces.keySet().retainAll(pulses.stream().map(Pulse::node).collect(Collectors.toSet()));
        for (Pulse pulse : pulses) {
            paces.computeIfAbsent(pulse.node(), node -> new NodePace(pulse)).heard(pulse);
        }
    }

    void forget() {
        paces.clear();
    }

    /** What happens to a sale; accepts and stores by the sale's own figures. */
    Tick.Speed speed(long activityId, @Nullable Double accepted, @Nullable Double stored) {
        Map<Answer, Double> answers = new EnumMap<>(Answer.class);
        Map<Answer, Long> totals = new EnumMap<>(Answer.class);
        Latencies latencies = Latencies.NONE;
        boolean known = false;
        for (NodePace pace : paces.values()) {
            Map<Answer, Double> ofNode = pace.answers(activityId);
            if (ofNode != null && pace.latest().process().equals("api")) {
                known = true;
                ofNode.forEach((answer, perSecond) -> answers.merge(answer, perSecond, Double::sum));
                latencies = latencies.plus(pace.latencies(activityId));
            }
            pace.latest()
                    .sales()
                    .getOrDefault(activityId, Pulse.SaleCount.NONE)
                    .answers()
                    .forEach((answer, times) -> totals.merge(answer, times, Long::sum));
        }
        answers.replaceAll((answer, perSecond) -> rounded(perSecond));
        return new Tick.Speed(
                accepted,
                stored,
                known ? rounded(sum(answers)) : null,
                millis(latencies.quantileMillis(0.5)),
                millis(latencies.quantileMillis(0.99)),
                answers,
                totals);
    }

    List<Tick.Node> list(long activityId) {
        return paces.values().stream().map(pace -> node(pace, activityId)).toList();
    }

    private static Tick.Node node(NodePace pace, long activityId) {
        Pulse latest = pace.latest();
        Map<Answer, Double> answers = pace.answers(activityId);
        Double stored = pace.stored();
        boolean api = latest.process().equals("api");
        return new Tick.Node(
                latest.node(),
                latest.process(),
                api && answers != null ? rounded(sum(answers)) : null,
                api ? millis(pace.latencies(activityId).quantileMillis(0.99)) : null,
                stored == null ? null : rounded(stored),
                latest.worker() == null ? null : latest.worker().threads());
    }

    private static double sum(Map<Answer, Double> answers) {
        return answers.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    static double rounded(double perSecond) {
        return Math.round(perSecond * 10) / 10.0;
    }

    private static @Nullable Double millis(OptionalDouble millis) {
        return millis.isPresent() ? Math.round(millis.getAsDouble() * 100) / 100.0 : null;
    }
}
